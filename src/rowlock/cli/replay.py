"""`rowlock replay`."""

from rowlock.cli.arguments import AsJson, Files


def replay(files: Files, json: AsJson = False) -> None:
    """Play records and show where each of them ends.

    Exit code: 0 if all is fine, 1 if a game breaks a rule, 2 if a file cannot be read.
    """
    from rowlock.cli.answers import Question, answer_files
    from rowlock.cli.show import show_position
    from rowlock.record import replay, replay_view

    answer_files(files, json, Question(replay, replay_view, show_position))
