/** The keys of the table: arrows among what is possible, P, Enter, Escape. */

import type { MoveView } from "../generated/protocol";
import type { Play } from "./play.svelte";

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Where a key belongs to what has the focus, and not to the table. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
}

/** A control outside the sheet does by Enter what it says. */
function isOwnControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a, button:not([data-space])") !== null;
}

function focusOn(move: MoveView | null): void {
  if (move?.row === null || move?.row === undefined) return;
  document
    .querySelector<HTMLElement>(`.own [data-row="${move.row}"] [data-space="${move.number}"]`)
    ?.focus({ preventScroll: true });
}

/** Do what the key says; true if it was one of ours. */
function obey(play: Play, event: KeyboardEvent): boolean {
  const by = STEPS[event.key];
  if (by !== undefined) {
    focusOn(play.step(by));
  } else if (event.key === "Enter" && play.selected && !isOwnControl(event.target)) {
    void play.confirm();
  } else if (event.key === "Escape" && play.selected) {
    play.select(null);
  } else if (event.key.toLowerCase() === "p") {
    play.select(play.me?.moves.find((move) => move.kind === "pass") ?? null);
  } else {
    return false;
  }
  return true;
}

export function onKey(play: Play, event: KeyboardEvent): void {
  const modified = event.ctrlKey || event.metaKey || event.altKey;
  if (modified || isElsewhere(event.target) || !play.me?.acting) return;
  if (obey(play, event)) event.preventDefault();
}
