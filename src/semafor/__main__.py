"""`python -m semafor` is the command line."""

from semafor.cli import main

if __name__ == "__main__":
    main()
