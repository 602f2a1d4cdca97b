/** What this page understands. An older page may meet a newer server, and passes over the rest. */

import type { AnyNews, Done, Expectation, Link, NotSolved, Refused } from "../generated/protocol";

/** What an ask can be answered with when it is not refused. */
export type Told = Done | Link | Expectation | NotSolved;

const ANSWERS: Record<(Told | Refused)["type"], true> = {
  done: true,
  link: true,
  expectation: true,
  "not-solved": true,
  refused: true,
};

const NEWS: Record<AnyNews["type"], true> = {
  rolled: true,
  revealed: true,
  locked: true,
  missed: true,
  "last-round": true,
  "stood-in": true,
  "taken-back": true,
  ended: true,
};

interface Typed {
  type: string;
}

/** Whether a message answers an ask. */
export const isAnswer = (told: Typed): told is Told | Refused => told.type in ANSWERS;

/** Whether there are words for this. */
export const isNews = (item: Typed): item is AnyNews => item.type in NEWS;
