"""The command line: parse, call one service, render, map to an exit status.

Owns argv, the environment, the terminal and the error boundary. Must not hold any knowledge of how an answer is
found. The Git commands (`hot`) stay on argparse, because Typer alone costs more than a whole answer.
"""
