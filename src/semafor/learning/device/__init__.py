"""Training games on the GPU: stepped, read and rewarded there, never copied to the processor."""
