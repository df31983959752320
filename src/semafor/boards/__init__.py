"""The boards: one data file each, and the loader that checks them."""
