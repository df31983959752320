"""Games that are learnt from on the GPU: stepped, read and settled there, never copied to the host."""
