"""Reading what was sent, whatever it is."""

from typing import TypeVar

import msgspec

from rowlock.server.messages.refusals import Refusal, Refuse

T = TypeVar("T")


def read_json(decoder: msgspec.json.Decoder[T], sent: str | bytes) -> T:
    """The value that was sent; refused if it is none of the decoder's."""
    try:
        return decoder.decode(sent)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise Refuse(Refusal.BAD_MESSAGE, str(error)[:200]) from None
    except RecursionError:
        raise Refuse(Refusal.BAD_MESSAGE, "this is nested too deeply") from None
