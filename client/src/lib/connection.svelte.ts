/** A page's connection to a table: the newest view, what happened, and asks with their answers. */

import type { AnyAsk, AnyNews, AnyTold, Choices, Presence, View } from "../generated/protocol";
import { type Answer, Asks, AWAY, GIVEN_UP, LOST } from "./asks";
import { Backoff } from "./backoff";
import { base } from "./base";
import { isAnswer, isNews } from "./known";
import { noteGames, persist } from "./persist.svelte";

type NewsListener = (fresh: AnyNews[]) => void;

const SHORT_PAUSE = 60;
/** A page hidden for longer than this may have slept through the end of its socket. */
const LONG_HIDDEN = 15_000;
/** The server closes with this code what it will never open, and the refusal as the reason. */
const REFUSED = 4400;
/** Refusals that pass with time. */
const FOR_NOW = /^too-many-/;
/** With this one it closes what is to be opened again at once. */
const RESTART = 1012;
/** And with this one what can be opened when it reaches its games again. */
const TRY_LATER = 1013;

/** The longest pause between two tries of an ask: clocks run on meanwhile. */
const LONGEST_PAUSE = 1500;

/** Whether an ask may be answered otherwise in a moment. Once the server was unavailable, a lost
 * connection is a part of that. */
const passes = (answer: Answer, again: boolean): boolean =>
  !answer.ok && (answer.code === AWAY.code || (again && answer.code === LOST.code));

/** A view with the presence told since. */
function withPresence(view: View, { here, absent, clock }: Presence): View {
  const seats = view.seats.map((seat) => ({
    ...seat,
    here: here.includes(seat.id),
    absent: absent.includes(seat.id),
  }));
  return { ...view, seats, game: view.game && { ...view.game, clock } };
}

/** A view with the choices told since; nothing else has changed. */
function withChoices(view: View, { version, chosen, waiting, yours, clock }: Choices): View {
  return {
    ...view,
    version,
    seats: view.seats.map((seat) => ({ ...seat, chosen: chosen.includes(seat.id) })),
    yours: view.yours.map((own, index) => ({ ...own, chosen: yours[index] ?? null })),
    game: view.game && { ...view.game, waiting, clock },
    news: [],
  };
}

export class TableConnection {
  readonly code: string;
  /** All this page may know of the table; choices and presence told later are already in it. */
  view: View | null = $state.raw(null);
  state: "connecting" | "open" | "lost" | "unavailable" = $state("connecting");
  /** Why the server lets nobody in here (`no-table`); then nothing more is tried. */
  refusal: string | null = $state(null);
  /** All that happened at this table, in order. */
  news: AnyNews[] = $state.raw([]);
  /** When the clock of the action due runs out, in `performance.now()` time. */
  deadline: number | null = $state(null);

  #socket: WebSocket | null = null;
  #asks = new Asks();
  #listeners = new Set<NewsListener>();
  #backoff = new Backoff();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #hiddenAt = 0;
  #left = $state(false);

  constructor(code: string) {
    this.code = code;
    addEventListener("online", this.#reconnectNow);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#visibility);
    this.#connect();
  }

  /**
   * Ask something of the server. Never throws: a lost connection is a refusal like others.
   *
   * While the server is unavailable it is asked again, as long as `isWanted`. It may have been done
   * all the same: unless the caller knows better, nothing is asked again of a table that has changed.
   */
  async ask(message: AnyAsk, isWanted = this.#isUnchanged()): Promise<Answer> {
    const attempt = async (again: boolean): Promise<Answer> =>
      again && this.state !== "open" ? AWAY : this.#ask(message);
    const answer = await persist(attempt, {
      pauseAfter: (answer, again) => (passes(answer, again) ? 0 : null),
      isWanted: () => !this.#left && isWanted(),
      longest: LONGEST_PAUSE,
    });
    return answer ?? GIVEN_UP;
  }

  #ask(message: AnyAsk): Promise<Answer> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.resolve(LOST);
    return this.#asks.make(message, (text) => socket.send(text), this.#drop);
  }

  #isUnchanged(): () => boolean {
    const before = this.view?.version;
    return () => this.view?.version === before;
  }

  /** Be told of news as they happen, not of those from before the page was opened. */
  onNews(listener: NewsListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#left = true;
    removeEventListener("online", this.#reconnectNow);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#visibility);
    clearTimeout(this.#retry);
    this.#leave();
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#leave();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const since = this.view?.version ?? 0;
    const socket = new WebSocket(
      `${scheme}://${location.host}${base}/api/tables/${this.code}/socket?since=${since}`,
    );
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as AnyTold);
    socket.onclose = (event) => {
      if (event.code === RESTART) this.#backoff.reset(SHORT_PAUSE);
      const state = event.code === TRY_LATER ? "unavailable" : "lost";
      this.#lose(event.code === REFUSED ? event.reason : null, state);
    };
    this.#socket = socket;
  }

  #hear(told: AnyTold): void {
    if (told.type === "view") this.#see(told);
    else if (told.type === "choices") this.#follow(told);
    else if (told.type === "presence") this.#notice(told);
    else if (isAnswer(told)) this.#asks.answer(told);
  }

  #see(view: View): void {
    const known = this.view;
    this.state = "open";
    this.refusal = null;
    this.#backoff.reset();
    const fresh = view.news.filter((item) => isNews(item) && item.version > (known?.version ?? 0));
    this.view = view;
    // A server that was given an old copy of its games is behind what was seen here.
    this.news = [...this.news.filter((item) => item.version <= view.version), ...fresh];
    this.#setClock(view.game?.clock ?? null);
    noteGames();
    if (known && fresh.length > 0) for (const listener of this.#listeners) listener(fresh);
  }

  #follow(choices: Choices): void {
    if (this.view) this.#see(withChoices(this.view, choices));
  }

  #notice(presence: Presence): void {
    if (this.view) this.view = withPresence(this.view, presence);
    this.#setClock(presence.clock);
  }

  #setClock(seconds: number | null): void {
    this.deadline = seconds === null ? null : performance.now() + seconds * 1000;
  }

  #lose(refusal: string | null, state: "lost" | "unavailable" = "lost"): void {
    this.#leave(state === "lost" ? LOST : AWAY);
    this.state = state;
    this.refusal = refusal;
    if (refusal !== null && !FOR_NOW.test(refusal)) return;
    if (refusal !== null) this.#backoff.slowDown();
    this.#retry = setTimeout(() => this.#connect(), this.#backoff.next());
  }

  #reconnectNow = (): void => {
    if (this.refusal !== null) return;
    this.#backoff.reset();
    if (this.view) this.state = "lost";
    this.#connect();
  };

  /** Give up a socket that no longer answers; the usual way back follows. */
  #drop = (): void => {
    if (this.#socket) this.#lose(null);
  };

  #visibility = (): void => {
    if (document.hidden) this.#hiddenAt = performance.now();
    else if (this.state !== "open" || performance.now() - this.#hiddenAt > LONG_HIDDEN) {
      this.#reconnectNow();
    }
  };

  /** Close the socket; what was asked is answered like this. */
  #leave(answer: Answer = LOST): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#asks.loseAll(answer);
    if (!socket) return;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }
}
