/** A person at the table: whose sheet is shown, what is selected but not sent, and sending it. */

import type { AnyAsk, GameView, MoveView, View, YourSeat } from "../generated/protocol";
import type { Answer } from "../lib/asks";
import type { TableConnection } from "../lib/connection.svelte";
import { keep, readKept } from "../lib/kept";
import { isWaiting } from "../lib/persist.svelte";

interface Held {
  action: number;
  seat: number;
}

interface Picked extends Held {
  move: string;
}

const isSame = (one: Picked | null, other: Picked | null): boolean =>
  one?.action === other?.action && one?.seat === other?.seat && one?.move === other?.move;

/** Where a tab keeps what is selected at a table: it outlives a page that is left or loaded again. */
const keyOf = (code: string): string => `rowlock.picked.${code}`;

/** What was selected when this tab was last at the table; whether it can still be sent shows later. */
function recallPick(code: string): Picked | null {
  const { action, seat, move } = readKept<Picked>(keyOf(code), "tab");
  return action === undefined || seat === undefined || move === undefined ? null : { action, seat, move };
}

export class Play {
  readonly connection: TableConnection;
  /** The own seat asked for by its tab, until the action is over. */
  #tab: Held | null = $state.raw(null);
  #picked: Picked | null = $state.raw(null);
  sending = $state(false);
  /** The code of the last refusal, until something else is tried. */
  trouble: string | null = $state(null);

  constructor(connection: TableConnection) {
    this.connection = connection;
    this.#picked = recallPick(connection.code);
    this.#tab = this.#picked;
  }

  #pick(picked: Picked | null): void {
    this.#picked = picked;
    keep(keyOf(this.connection.code), picked ?? {}, "tab");
  }

  view: View | null = $derived.by(() => this.connection.view);
  game: GameView | null = $derived(this.view?.game ?? null);
  yours: YourSeat[] = $derived(this.view?.yours ?? []);

  /** Own seats that have yet to choose, the active one first. */
  due: YourSeat[] = $derived.by(() => {
    const due = this.yours.filter((seat) => seat.acting && seat.chosen === null);
    return due.sort((a, b) => Number(this.isActive(b)) - Number(this.isActive(a)));
  });

  /** The own seat whose sheet is shown: asked for, else the next to act, else the active one. */
  me: YourSeat | null = $derived.by(() => {
    const asked = this.#tab?.action === this.game?.action ? this.#tab?.seat : undefined;
    return (
      this.yours.find((seat) => seat.seat === asked) ??
      this.due[0] ??
      this.yours.find((seat) => this.isActive(seat)) ??
      this.yours[0] ??
      null
    );
  });

  /** The move selected here and not sent yet. */
  selected: MoveView | null = $derived.by(() => {
    const { me, game } = this;
    const picked = this.#picked;
    if (!me || !picked || picked.seat !== me.seat || picked.action !== game?.action) return null;
    return me.moves.find((move) => move.move === picked.move) ?? null;
  });

  /** The move that was sent and can still be changed. */
  chosen: MoveView | null = $derived.by(
    () => this.me?.moves.find((move) => move.move === this.me?.chosen) ?? null,
  );

  isActive(seat: YourSeat): boolean {
    return seat.seat === this.game?.active;
  }

  show(seat: number): void {
    if (this.game) this.#tab = { seat, action: this.game.action };
  }

  /** Select a move, or nothing; not while another is on its way, unless that has to wait. */
  select(move: MoveView | null): void {
    if (this.sending && !isWaiting()) return;
    this.trouble = null;
    const { me, game } = this;
    this.#pick(move && me && game ? { seat: me.seat, action: game.action, move: move.move } : null);
  }

  /** Select a move, or put it back if it is selected. */
  toggle(move: MoveView): void {
    this.select(this.selected === move ? null : move);
  }

  /** Select what is possible on a space: the next of several, then nothing. */
  toggleAt(row: string, number: number): boolean {
    const here = this.me?.moves.filter((move) => move.row === row && move.number === number) ?? [];
    const at = this.selected ? here.indexOf(this.selected) : -1;
    if (here.length > 0) this.select(here[at + 1] ?? null);
    return here.length > 0;
  }

  /** Select the move so many further on in the order of the sheet. */
  step(by: number): MoveView | null {
    const moves = this.me?.moves.filter((move) => move.kind !== "pass") ?? [];
    const at = this.selected ? moves.indexOf(this.selected) : by > 0 ? -1 : 0;
    const next = moves[(at + by + moves.length) % moves.length] ?? null;
    if (next) this.select(next);
    return next;
  }

  async confirm(): Promise<void> {
    const { me, game, selected } = this;
    if (!me || !game || !selected) return;
    const picked = { seat: me.seat, action: game.action, move: selected.move };
    const isPicked = (): boolean => isSame(this.#picked, picked);
    const answer = await this.#askInAction({ type: "choose", ...picked }, isPicked);
    if (answer.ok && isPicked()) {
      this.#pick(null);
      this.#tab = null;
    }
  }

  async withdraw(): Promise<void> {
    const { me, game } = this;
    if (!me || !game) return;
    await this.#askInAction({ type: "withdraw", seat: me.seat, action: game.action });
    // It was done the first time, though the server could not say so.
    if (this.trouble === "nothing-chosen") this.trouble = null;
  }

  /** While its action is due, this may be asked as often as one likes. */
  #askInAction(ask: AnyAsk & { action: number }, isWanted = () => true): Promise<Answer> {
    return this.ask(ask, () => this.game?.action === ask.action && isWanted());
  }

  async ask(ask: AnyAsk, isWanted?: () => boolean): Promise<Answer> {
    if (this.sending) return { ok: false, code: "stale", message: "another ask is under way" };
    this.sending = true;
    const answer = await this.connection.ask(ask, isWanted);
    this.sending = false;
    this.trouble = answer.ok ? null : answer.code;
    return answer;
  }
}
