"""`python -m rowlock`."""

from rowlock.cli import main

if __name__ == "__main__":
    main()
