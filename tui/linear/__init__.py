"""Line mode: play without a screen, one line at a time, for screen readers, braille displays and scripts."""
