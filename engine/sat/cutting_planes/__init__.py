"""Search by cutting planes: linear constraints instead of clauses, their derivations, and proofs."""
