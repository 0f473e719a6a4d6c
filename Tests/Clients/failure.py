class Failure(Exception):
    """What stops the run, in a line for whoever reads the log."""
