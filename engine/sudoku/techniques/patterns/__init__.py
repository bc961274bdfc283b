"""The patterns that techniques rest on, found by compiled kernels; what they mean in words is told beside."""
