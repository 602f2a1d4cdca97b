"""`rowlock verify`."""

from rowlock.cli.arguments import AsJson, Files


def verify(files: Files, json: AsJson = False) -> None:
    """Check that the dice of each record were fair.

    The commitment published before the game, the seed and the players' nonces published after it
    determine every roll. What is guaranteed: whoever ran the game knew the rolls in advance but
    could not choose them, unless they also held the seat whose nonce came last.
    """
    from rowlock.cli.answers import Question, answer_files
    from rowlock.cli.show import show_fair
    from rowlock.record import verify

    answer_files(files, json, Question(verify, lambda _, __: {"fair": True}, show_fair))
