"""Fair dice: nobody can choose the rolls, and everybody can check them afterwards.

A commitment to a secret seed is published before anybody joins, each player adds a nonce, and
both are published at the end. The faces of a turn are drawn from an HMAC over the turn's number.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice

from rowlock.dice.source import deal_faces
from rowlock.rules import Game, Roll

NO_NONCE = "-"
"""What a seat without a nonce has: bots contribute none."""


def commitment(seed: bytes) -> str:
    """What is published before the game: it fixes the seed without telling it."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True, slots=True)
class FairDice:
    """A source of dice fixed by a seed of 32 bytes and one nonce a seat, in hex or `NO_NONCE`."""

    seed: bytes = field(repr=False)
    nonces: Sequence[str] = field(repr=False)

    def published(self) -> dict[str, str]:
        """The tags that let everybody check the dice after the game."""
        return {
            "Commitment": commitment(self.seed),
            "Seed": self.seed.hex(),
            "Nonces": "; ".join(self.nonces),
        }

    def __call__(self, game: Game) -> Roll:
        """The roll of the game's turn."""
        dice = 2 + len(game.dice_in_play)
        return deal_faces(game, self.faces(game.turn, game.variant.faces, dice))

    def faces(self, turn: int, faces: int, dice: int) -> list[int]:
        """The first faces of a turn's stream."""
        # Bytes past the last whole multiple would favour the low faces, so they are skipped.
        fair_below = faces * (256 // faces)
        even = (byte for byte in self._bytes(turn) if byte < fair_below)
        return [1 + byte % faces for byte in islice(even, dice)]

    def _bytes(self, turn: int) -> Iterator[int]:
        for block in count():
            message = f"rowlock/1|{','.join(self.nonces)}|{turn}|{block}".lower()
            yield from hmac.digest(self.seed, message.encode("ascii"), "sha256")
