// Written by tools/client_types.py (`make types`): change what it reads, not this file.

export type LuckyPair = [number, number];

export type LuckyMode = "dealt" | "chosen";

export type ClockName = "none" | "relaxed" | "quick";

export type AnyAsk = Sit | Ready | Rename | PickLucky | Leave | AddSeat | Remove | Reorder | Start | Close | Choose | Withdraw | Vote | TakeBack | MakeLink | Expect | Rematch | Delete;

export type Stage = "lobby" | "playing" | "over" | "stopped" | "closed";

export type AnyNews = Rolled | Revealed | Locked | Missed | LastRound | StoodIn | TakenBack | Ended;

export type AnyTold = View | Choices | Presence | Done | Refused | Link | Expectation | NotSolved;

/** Take an open seat: this one, or the first. The nonce is this seat's share in the dice. */
export interface Sit {
  type: "sit";
  name: string;
  nonce: string;
  seat?: number | null;
  n?: number;
}

/** Give the nonce of a seat that was taken without one: at a new table, or for a rematch. */
export interface Ready {
  type: "ready";
  seat: number;
  nonce: string;
  n?: number;
}

/** Another name for one's own seat, before the start. */
export interface Rename {
  type: "rename";
  seat: number;
  name: string;
  n?: number;
}

/** Choose the lucky numbers of one's own seat, before the start; None has them dealt. */
export interface PickLucky {
  type: "pick-lucky";
  seat: number;
  pair: LuckyPair | null;
  n?: number;
}

/** Give one's own seat back, before the start. */
export interface Leave {
  type: "leave";
  seat: number;
  n?: number;
}

/** The creator adds a seat before the start: a bot by its name, or an open one. */
export interface AddSeat {
  type: "add-seat";
  bot?: string | null;
  n?: number;
}

/** The creator removes a seat before the start, whoever sits there. */
export interface Remove {
  type: "remove";
  seat: number;
  n?: number;
}

/** The creator puts the seats in this order before the start: all ids, each once. */
export interface Reorder {
  type: "reorder";
  seats: Array<number>;
  n?: number;
}

/** The creator starts the game; open seats are taken away. */
export interface Start {
  type: "start";
  n?: number;
}

/** The creator closes the table before the start, or stops the game in progress. */
export interface Close {
  type: "close";
  n?: number;
}

/**
 * A seat's choice for the action due. `action` is the one of the view it was made in; until
 * the last seat has chosen, another choice replaces it.
 */
export interface Choose {
  type: "choose";
  seat: number;
  action: number;
  move: string;
  n?: number;
}

/** Take a choice back, while others are still choosing. */
export interface Withdraw {
  type: "withdraw";
  seat: number;
  action: number;
  n?: number;
}

/** Let a bot play for this absent seat. It does when most of the others say so. */
export interface Vote {
  type: "vote";
  seat: number;
  n?: number;
}

/** The owner takes a seat back from the bot. */
export interface TakeBack {
  type: "take-back";
  seat: number;
  n?: number;
}

/** A link that moves one's own seat to another device. It works once; answered by `link`. */
export interface MakeLink {
  type: "make-link";
  seat: number;
  n?: number;
}

/**
 * What one's own solo game comes to by perfect play; answered by `expectation` or `not-solved`.
 * `action` is the one of the view it is asked for. Once answered, the record says so.
 */
export interface Expect {
  type: "expect";
  seat: number;
  action: number;
  n?: number;
}

/** The same people at a new table, with the next first seat. */
export interface Rematch {
  type: "rematch";
  n?: number;
}

/**
 * Delete the table and all that was kept of it. Before the start the creator does so alone;
 * after the end it goes when everybody who played has asked. `wanted` false takes it back.
 */
export interface Delete {
  type: "delete";
  wanted?: boolean;
  n?: number;
}

/**
 * A seat of a table to be: `me` (with a name; several for a hot seat), `open`, or `bot` (by its
 * name). The nonce of a seat follows with `ready`: the table has to publish its commitment first.
 */
export interface NewSeat {
  kind: "me" | "open" | "bot";
  name?: string | null;
  bot?: string | null;
}

/**
 * What `POST /api/tables` takes. With `start`, which leaves no seat open, the game begins as
 * soon as all nonces are there.
 */
export interface NewTable {
  variant: string;
  seats: Array<NewSeat>;
  side?: string | null;
  lucky?: LuckyMode;
  clock?: ClockName;
  listed?: boolean;
  autopass?: boolean;
  start?: boolean;
}

/** What `POST /api/claim` takes: the secret of a link that moves a seat. */
export interface Claim {
  secret: string;
}

/**
 * How the table was set up. `seconds` are for an action, None without a clock; with
 * `autostart` the game begins as soon as all seats are ready.
 */
export interface Settings {
  variant: string;
  side: string | null;
  lucky: LuckyMode;
  clock: ClockName;
  seconds: number | null;
  listed: boolean;
  autopass: boolean;
  autostart: boolean;
}

/**
 * A row of a sheet. Spaces before index `reach` that are not crossed are skipped for good;
 * `count` are the crosses (its lock included), `lock` whether this sheet has the lock cross.
 */
export interface RowView {
  letter: string;
  crossed: Array<number>;
  reach: number;
  count: number;
  lock: boolean;
  points: number;
}

/** A sheet as everybody sees it. `misses` counts boxes, `miss_points` is negative. */
export interface SheetView {
  rows: Array<RowView>;
  misses: number;
  miss_points: number;
  bonus: number;
  total: number;
  pawn: number | null;
  lucky: LuckyPair | null;
}

/**
 * A seat. `here`: a page of its person is connected. `ready`: it has given its nonce.
 * `chosen`: it has chosen in the action due. `absent`: the others may vote for a bot.
 * `stand_in`: a bot plays for its person. `pick`: lucky numbers chosen before the start.
 */
export interface SeatView {
  id: number;
  kind: "person" | "bot" | "open";
  name: string;
  bot: string | null;
  yours: boolean;
  creator: boolean;
  here: boolean;
  ready: boolean;
  chosen: boolean;
  absent: boolean;
  stand_in: boolean;
  votes: number;
  votes_needed: number;
  pick: LuckyPair | null;
  sheet: SheetView | null;
}

/**
 * A move a seat may choose, and what it would do: `skips` are the numbers lost in the row,
 * `gain` the points won at once, `locks` the row it locks, `ends` whether the game ends with it
 * whatever the others do, `miss` whether passing marks a miss.
 */
export interface MoveView {
  move: string;
  kind: "cross" | "pawn" | "pass";
  row: string | null;
  number: number | null;
  lucky: boolean;
  steps: number | null;
  landing: number | null;
  skips: Array<number>;
  gain: number;
  locks: string | null;
  ends: boolean;
  miss: boolean;
}

/**
 * A space of the board the pawn could reach with so many steps: `refusal` says why it may not
 * land there, None if it may (when the pawn action is due). `row` and `number` name the space;
 * `crosses` whether landing would cross it, being not crossed yet.
 */
export interface LandingView {
  steps: number;
  landing: number;
  row: string;
  number: number;
  crosses: boolean;
  refusal: string | null;
}

/**
 * What only the holder of a seat sees: `moves` while it is to act, `chosen` its choice so far
 * (a token), `closed` for every other space of the sheet ("r5") the code of the reason.
 */
export interface YourSeat {
  seat: number;
  acting: boolean;
  moves: Array<MoveView>;
  chosen: string | null;
  closed: Record<string, string>;
  landings: Array<LandingView>;
}

/** The dice on the table: faces of the two white ones, and of each colour die rolled. */
export interface DiceView {
  white: LuckyPair;
  colours: Record<string, number>;
}

/** One seat's choice in a revealed action, and what came of it; `timeout`: by the clock. */
export interface Chosen {
  move: string;
  kind: "cross" | "pawn" | "pass";
  row: string | null;
  number: number | null;
  lucky: boolean;
  steps: number | null;
  landing: number | null;
  seat: number;
  gain: number;
  timeout: boolean;
}

/** The active seat's dice. */
export interface Rolled {
  type: "rolled";
  version: number;
  turn: number;
  seat: number;
  dice: DiceView;
}

/** What the seats did in an action, in seat order. */
export interface Revealed {
  type: "revealed";
  version: number;
  turn: number;
  phase: "white" | "colour" | "pawn";
  choices: Array<Chosen>;
}

/** A row is locked for all; `seats` have the lock cross. */
export interface Locked {
  type: "locked";
  version: number;
  turn: number;
  row: string;
  seats: Array<number>;
}

/** The active seat has marked a miss, its `misses`-th. */
export interface Missed {
  type: "missed";
  version: number;
  turn: number;
  seat: number;
  misses: number;
}

/** A pawn of this seat is in the finish; `last_turn` is the last turn of the game. */
export interface LastRound {
  type: "last-round";
  version: number;
  turn: number;
  seat: number;
  last_turn: number;
}

/** A bot plays for this seat from now on. */
export interface StoodIn {
  type: "stood-in";
  version: number;
  turn: number;
  seat: number;
}

/** The person of this seat plays again. */
export interface TakenBack {
  type: "taken-back";
  version: number;
  turn: number;
  seat: number;
}

/** The game is over; a `stopped` one has no winners. */
export interface Ended {
  type: "ended";
  version: number;
  turn: number;
  reason: "locks" | "misses" | "finish" | "stopped";
  winners: Array<number>;
}

/**
 * The game in progress or at its end. `action` names the action due for `choose`; `active`
 * and `waiting` are ids of seats; `locked` are rows closed to all; `last_turn` is known once a
 * pawn is in the finish; `clock` the seconds left.
 */
export interface GameView {
  turn: number;
  phase: "roll" | "white" | "colour" | "pawn" | "over";
  action: number;
  active: number;
  dice: DiceView | null;
  dice_in_play: Array<string>;
  locked: Array<string>;
  waiting: Array<number>;
  last_turn: number | null;
  clock: number | null;
  reason: "locks" | "misses" | "finish" | "stopped" | null;
  winners: Array<number> | null;
}

/** The dice check: the commitment at once; seed and nonces (by seat) at the end. */
export interface Fairness {
  commitment: string;
  seed: string | null;
  nonces: Array<string> | null;
}

/**
 * How far those who may are with deleting the table: ids of seats whose person wants it, and of
 * seats whose person would have to want it too.
 */
export interface Deletion {
  wanted: Array<number>;
  missing: Array<number>;
}

/**
 * All that this page may know of the table, at this version. `deletion` is None for who may
 * not delete it now.
 */
export interface View {
  type: "view";
  version: number;
  code: string;
  stage: Stage;
  settings: Settings;
  creator: boolean;
  most_seats: number;
  seats: Array<SeatView>;
  yours: Array<YourSeat>;
  game: GameView | null;
  fairness: Fairness;
  rematch: string | null;
  deletion: Deletion | null;
  news: Array<AnyNews>;
}

/**
 * Who has chosen, at this version: nothing else has changed since the version before. `chosen`
 * and `waiting` are ids of seats; `yours` are the page's own choices so far, in the order of its
 * seats in the view; `clock` is as in the game.
 */
export interface Choices {
  type: "choices";
  version: number;
  chosen: Array<number>;
  waiting: Array<number>;
  yours: Array<string | null>;
  clock: number | null;
}

/**
 * Which seats have a page connected, and which the others may vote about; it changes without
 * a new version. `clock` is as in the game.
 */
export interface Presence {
  type: "presence";
  here: Array<number>;
  absent: Array<number>;
  clock: number | null;
}

/** An ask was done and is kept; the view of `version` or later shows it. */
export interface Done {
  type: "done";
  n: number;
  version: number;
}

/** An ask was refused. `code` is one of the rules' or of `rowlock.server.messages.refusals`. */
export interface Refused {
  type: "refused";
  n: number;
  code: string;
  message: string;
}

/**
 * A link that moves a seat to another device, once, and its QR code as the source of an
 * image (`data:…`).
 */
export interface Link {
  type: "link";
  n: number;
  seat: number;
  url: string;
  qr: string;
}

/** A move, and the expected final score after it; `best`: no other move leads to more. */
export interface JudgedMove {
  move: string;
  score: number;
  best: boolean;
}

/**
 * The final score of a solo game by perfect play, on average over all dice to come; `moves`
 * has the same after every legal move, while a choice is due in `action`.
 */
export interface Expectation {
  type: "expectation";
  n: number;
  action: number;
  score: number;
  moves: Array<JudgedMove>;
}

/**
 * There is no expectation: the game is being solved (`progress` goes from 0 to 1), it is too
 * large to be solved here by itself (`command` does it), or solving it has failed.
 */
export interface NotSolved {
  type: "not-solved";
  n: number;
  why: "solving" | "large" | "failed";
  progress: number;
  command: string;
}

/**
 * A table in a list: those one may join, and those one sits at. `names` are the people's;
 * bots are named by what they are, so that each page can say it in its language.
 */
export interface TableCard {
  code: string;
  variant: string;
  side: string | null;
  stage: Stage;
  clock: ClockName;
  names: Array<string>;
  bots: Array<string>;
  open: number;
  your_turn: boolean;
  turn: number | null;
  changed: number;
}

/**
 * What `GET /api/tables` answers: where this browser sits, and tables anybody may join, 20 of
 * each at most. Of one's own, games that go on come first, then the last changed; `more` says
 * whether there are others.
 */
export interface Lists {
  yours: Array<TableCard>;
  joinable: Array<TableCard>;
  more: boolean;
}

/**
 * What `GET /api/here` answers: the address others in the same network can use, and who can
 * be asked to play. `build` tells the server's page from those of other versions.
 */
export interface Here {
  origin: string;
  version: string;
  build: string;
  bots: Array<string>;
}

/**
 * What `GET /api/keeping` answers: for how many days after their last change tables are kept
 * that never began, unfinished games and finished ones (0 is for ever), and who runs the server,
 * if they say so.
 */
export interface Keeping {
  lobby_days: number;
  game_days: number;
  finished_days: number;
  contact: string;
}

/** What `POST /api/tables` and `POST /api/claim` answer. */
export interface Created {
  code: string;
}

/**
 * What `POST /api/tokens` answers: a secret that nobody else has, to be sent with every request
 * as `Authorization: Bearer …`. Whoever has it holds the seats taken with it.
 */
export interface GivenToken {
  token: string;
}

/** What the server answers over HTTP when it cannot do what was asked. */
export interface Problem {
  code: string;
  message: string;
}

/** All codes that something can be refused with. */
export const REFUSALS = [
  "game-over",
  "not-now",
  "wrong-dice",
  "not-lucky",
  "row-locked",
  "wrong-number",
  "behind",
  "not-fewest",
  "not-next",
  "needs-crosses",
  "pawn-range",
  "pawn-not-crossable",
  "bad-message",
  "bad-name",
  "name-alike",
  "bad-setup",
  "no-key",
  "no-table",
  "no-seat",
  "not-yours",
  "not-creator",
  "table-full",
  "seat-taken",
  "started",
  "not-started",
  "not-over",
  "closed",
  "not-ready",
  "stale",
  "nothing-chosen",
  "stood-in",
  "not-absent",
  "no-more-changes",
  "link-used",
  "deleted",
  "not-solvable",
  "foreign-origin",
  "wrong-host",
  "bad-token",
  "too-large",
  "too-many-requests",
  "too-many-tables",
  "too-many-sits",
  "too-many-sockets",
  "too-many-messages",
  "too-many-guesses",
  "unavailable",
  "failure",
  "unreadable",
] as const;

export type RefusalCode = (typeof REFUSALS)[number];
