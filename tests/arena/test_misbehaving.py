"""Programs that do not do what they should: each is told apart, stopped, and cleared away."""

import os
import pickle
import shlex
import signal
import sys
import time
from pathlib import Path
from queue import SimpleQueue

import pytest

from arena.programs import Lifeline, ask, misbehaving, threads_of_programs
from rowlock.arena import program
from rowlock.arena.external import BotFailed, ExternalBot

pytestmark = pytest.mark.usefixtures("no_thread_left")


@pytest.fixture(autouse=True)
def _busy_machines_have_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends by itself is waited for as long as it takes."""
    monkeypatch.setattr(program, "GRACE", 60.0)


@pytest.fixture
def _nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what is waited for in vain."""
    monkeypatch.setattr(program, "GRACE", 2.0)


def failure(bot: ExternalBot, seconds: float = 60) -> str:
    """What is said about a bot that answers well twice and then no more; it is gone then."""
    with bot:
        assert bot._program is not None
        process = bot._program._process
        assert [ask(bot), ask(bot)] == ["-", "-"]
        bot.seconds = seconds
        with pytest.raises(BotFailed) as caught:
            ask(bot, 12)
        with pytest.raises(ValueError, match="is closed"):
            ask(bot)
    assert process.returncode is not None, "no zombie is left"
    assert (caught.value.label, caught.value.game, caught.value.turn) == (bot.label, 12, 1)
    return str(caught.value).removeprefix(bot.label + " ")


def heard_by(bot: ExternalBot) -> "SimpleQueue[bytes]":
    """What the bot's program has said, and nobody has read yet."""
    assert bot._program is not None
    return bot._program._heard


def test_a_crash() -> None:
    assert failure(misbehaving("crash")) == (
        "crashed in game 12, turn 1 (exit code 3); the last it said:\n"
        "  a first line\n"
        "  it hurts \\x1b[31mhere"
    )


def test_a_crash_with_a_traceback() -> None:
    said = failure(misbehaving("traceback"))
    assert said.startswith("crashed in game 12, turn 1 (exit code 1); the last it said:\n")
    assert said.endswith("\n  ZeroDivisionError: no dice")


def test_a_signal() -> None:
    assert failure(misbehaving("killed")) == "crashed in game 12, turn 1 (signal 9, SIGKILL)"


def test_only_the_last_lines_are_told() -> None:
    code = (
        "import sys; input(); print('-', flush=True); input(); print('-', flush=True); input();"
        "[print(n, 'x' * 3000, file=sys.stderr) for n in range(30)]; sys.exit(1)"
    )
    head, *lines = failure(ExternalBot(shlex.join([sys.executable, "-c", code]))).split("\n")
    assert head.endswith("the last it said:")
    assert 1 <= len(lines) <= program.LAST_LINES
    assert lines[-1].startswith("  29 xxx")
    assert all(len(line) <= 2 + program.LONGEST_LAST_LINE for line in lines)


def test_the_end_before_the_end() -> None:
    assert failure(misbehaving("end")).startswith("ended in game 12, turn 1 (exit code 0);")


def test_a_program_that_has_gone_between_two_questions() -> None:
    code = "import sys; input(); print('-'); sys.stdout.flush(); sys.exit(7)"
    with ExternalBot(shlex.join([sys.executable, "-c", code])) as bot:
        assert ask(bot) == "-"
        with pytest.raises(BotFailed, match=r"crashed in game 2, turn 1 \(exit code 7\)$"):
            ask(bot, 2)


def test_silence() -> None:
    assert failure(misbehaving("hang"), seconds=0.5) == (
        "did not answer within 0.5 s in game 12, turn 1; an answer must end its line, and be "
        "flushed; the last it said:\n  let me think"
    )
    assert "within 0.5 s" in failure(misbehaving("half_a_line"), seconds=0.5)


def test_half_an_answer_and_the_end() -> None:
    assert failure(misbehaving("half_a_line_and_out")).startswith("ended in game 12")


@pytest.mark.usefixtures("_nothing_ends")
def test_a_closed_output() -> None:
    assert failure(misbehaving("close_output")) == "closed its output in game 12, turn 1"


@pytest.mark.parametrize(
    ("answer", "shown", "fault"),
    [
        (b"r99\n", '"r99"', "not legal"),
        (b"r2\n", '"r2"', "not legal"),
        (b"g16*\n", '"g16*"', "not legal"),
        (b"+1\n", '"+1"', "not legal"),
        (b"R5\n", '"R5"', "no move"),
        (b"r5 y5\n", '"r5 y5"', "no move"),
        (b"pass\n", '"pass"', "no move"),
        (b"\n", '""', "an empty line"),
        (b" \t\r\n", '""', "an empty line"),
        (b"r5\0\n", '"r5\\x00"', "no move"),
        (b"\xff\xfe\n", '"\\xff\\xfe"', "no move"),
        ("řada\n".encode(), '"řada"', "no move"),
        (b"r" * 900 + b"\n", f'"{"r" * 40}…"', "no move"),
        (b"r" + b"9" * 900 + b"\n", f'"r{"9" * 39}…"', "not legal"),
    ],
)
def test_nonsense(answer: bytes, shown: str, fault: str) -> None:
    assert failure(misbehaving("say", answer.hex())) == (
        f"answered {shown} in game 12, turn 1, which is {fault}; legal were r5 y5 g5 b5 -"
    )


def test_a_line_without_end() -> None:
    assert failure(misbehaving("endless")) == (
        f'answered without end in game 12, turn 1, "{"r" * 40}…"; an answer is one short line'
    )


def test_two_lines() -> None:
    said = failure(misbehaving("say", b"r5\ny5\n".hex()))
    assert said == r'answered with more than one line in game 12, turn 1: "r5\ny5"'


def test_a_line_too_many(tmp_path: Path) -> None:
    go_on = tmp_path / "go on"
    with misbehaving("late_extra", go_on) as bot:
        assert [ask(bot), ask(bot), ask(bot)] == ["-", "-", "-"]
        go_on.touch()
        while heard_by(bot).empty():
            time.sleep(0.01)
        with pytest.raises(BotFailed, match=r'spoke without being asked in.*: "and this"$'):
            ask(bot)


def test_a_program_that_never_stops_talking() -> None:
    said = failure(misbehaving("chatter"))
    assert said.startswith("answered with more than one line in game 12, turn 1")


def test_what_nobody_asked_for_is_not_kept(tmp_path: Path) -> None:
    done = tmp_path / "done"
    code = "import os, sys; [os.write(1, b'-' * 4096) for _ in range(5000)]; os.mkdir(sys.argv[1])"
    with ExternalBot(shlex.join([sys.executable, "-c", code, str(done)])) as bot:
        while not done.exists():
            time.sleep(0.01)
        assert 1 < heard_by(bot).qsize() < 100
        with pytest.raises(BotFailed, match="spoke without being asked"):
            ask(bot)


def test_a_greeting() -> None:
    code = "print('Hello', flush=True); import sys; list(sys.stdin)"
    with (
        ExternalBot(shlex.join([sys.executable, "-c", code])) as bot,
        pytest.raises(BotFailed, match=r'(answered|spoke).* "Hello"'),
    ):
        ask(bot)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("crash_with_child", "crashed in game 12, turn 1 (exit code 4)"),
        ("nonsense_with_child", 'answered "what?" in game 12, turn 1'),
    ],
)
def test_children_go_with_their_program(lifeline: Lifeline, how: str, said: str) -> None:
    assert failure(misbehaving(how, lifeline.path)).startswith(said)
    assert lifeline.process()
    assert lifeline.is_cut(seconds=120)


@pytest.mark.usefixtures("_nothing_ends")
def test_a_child_that_has_left_the_group_holds_nothing_up(lifeline: Lifeline) -> None:
    said = failure(misbehaving("crash_with_escaped_child", lifeline.path))
    assert said == "crashed in game 12, turn 1 (exit code 5)"
    child = lifeline.process()
    assert not lifeline.is_cut(seconds=0)
    os.kill(child, signal.SIGKILL)
    for thread in threads_of_programs():
        thread.join(timeout=120)


def test_it_can_be_sent_to_another_process() -> None:
    error = BotFailed("cmd:x", "crashed", 12, 3, " (exit code 1)")
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) == "cmd:x crashed in game 12, turn 3 (exit code 1)"
    assert vars(again) == vars(error)
