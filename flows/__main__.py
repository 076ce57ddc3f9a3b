"""`python -m flows` is the console script."""

from flows.cli import main

if __name__ == "__main__":
    main()
