import { flushSync } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AnyNews, AnyTold } from "../src/generated/protocol";
import { TableConnection } from "../src/lib/connection.svelte";
import { seat, view } from "./making";

/** A socket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  sent: { type: string; n: number }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as { type: string; n: number });
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server says something. */
  tell(told: AnyTold): void {
    this.onmessage?.({ data: JSON.stringify(told) });
    flushSync();
  }

  /** The connection is gone. */
  cut(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
    flushSync();
  }
}

const VOTE = { type: "vote", seat: 2 } as const;
/** Longer than any pause between two tries, chance included. */
const LONG = 15_000;

let connection: TableConnection;
const sockets = (): FakeSocket[] => FakeSocket.all;
const socket = (): FakeSocket => FakeSocket.all.at(-1)!;
const since = (): string | null => new URL(socket().address).searchParams.get("since");
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const news = (version: number): AnyNews => ({ type: "taken-back", version, turn: 1, seat: 1 });

function show(hidden: boolean): void {
  Object.assign(document, { hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  connection = new TableConnection("BCDFGH");
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("going by what was seen", () => {
  test("it asks for everything first, and after a cut for what is new", async () => {
    expect(socket().address).toBe("ws://table.example/api/tables/BCDFGH/socket?since=0");
    socket().tell(view(5));
    socket().cut();
    await pass(500);
    expect(since()).toBe("5");
    socket().tell(view(8));
    socket().tell({ type: "choices", version: 9, chosen: [1], waiting: [2], yours: [], clock: null });
    socket().cut();
    await pass(500);
    expect(since()).toBe("9");
  });

  test("news come once, though a server tells them again", async () => {
    const heard: AnyNews[] = [];
    connection.onNews((fresh) => heard.push(...fresh));
    socket().tell(view(5, { news: [news(4), news(5)] }));
    expect(heard).toEqual([]);
    socket().cut();
    await pass(500);
    socket().tell(view(7, { news: [news(5), news(7)] }));
    expect(heard.map((item) => item.version)).toEqual([7]);
    expect(connection.news.map((item) => item.version)).toEqual([4, 5, 7]);
  });

  test("what a server that went back has forgotten is forgotten here", async () => {
    socket().tell(view(5, { news: [news(3), news(5)] }));
    socket().cut();
    await pass(500);
    socket().tell(view(3));
    expect(connection.view?.version).toBe(3);
    expect(connection.news.map((item) => item.version)).toEqual([3]);
  });

  test("news and messages that this page does not know are passed over", () => {
    const unknown = { ...news(2), type: "sung" } as unknown as AnyNews;
    socket().tell(view(2, { news: [unknown] }));
    socket().tell({ type: "song" } as unknown as AnyTold);
    expect(connection.news).toEqual([]);
    expect(connection.state).toBe("open");
  });

  test("choices and presence change the view, and nothing else in it", () => {
    const first = view(5, { seats: [seat(1), seat(2, { here: false })] });
    socket().tell(first);
    socket().tell({ type: "choices", version: 6, chosen: [2], waiting: [1], yours: [], clock: 9 });
    socket().tell({ type: "presence", here: [2], absent: [1], clock: 8 });
    const [one, two] = connection.view!.seats;
    expect([one?.chosen, two?.chosen]).toEqual([false, true]);
    expect([one?.here, two?.here]).toEqual([false, true]);
    expect([one?.absent, two?.absent]).toEqual([true, false]);
    expect(connection.view?.game).toEqual({ ...first.game, waiting: [1], clock: 8 });
    expect(connection.deadline).toBe(performance.now() + 8000);
  });
});

describe("coming back", () => {
  test("after a cut it waits longer each time, and is open when a view comes", async () => {
    socket().tell(view(1));
    for (const pause of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const before = sockets().length;
      socket().cut();
      expect(connection.state).toBe("lost");
      await pass(pause - 1);
      expect(sockets()).toHaveLength(before);
      await pass(1);
      expect(sockets()).toHaveLength(before + 1);
    }
    socket().tell(view(2));
    expect(connection.state).toBe("open");
    socket().cut();
    await pass(500);
    expect(since()).toBe("2");
  });

  test("a server that restarts is asked soon", async () => {
    socket().tell(view(1));
    socket().cut(1012);
    await pass(60);
    expect(sockets()).toHaveLength(2);
  });

  test("a server without its games is said to be unavailable, and tried again", async () => {
    socket().tell(view(1));
    socket().cut(1013);
    expect(connection.state).toBe("unavailable");
    await pass(500);
    expect(sockets()).toHaveLength(2);
  });

  test("a refusal is for good", async () => {
    socket().cut(4400, "no-table");
    expect(connection.refusal).toBe("no-table");
    await pass(10 * LONG);
    dispatchEvent(new Event("online"));
    show(false);
    expect(sockets()).toHaveLength(1);
  });

  test("but too much of something passes, after the longest pause", async () => {
    socket().cut(4400, "too-many-sockets");
    await pass(9_999);
    expect(sockets()).toHaveLength(1);
    await pass(1);
    expect(sockets()).toHaveLength(2);
    socket().tell(view(1));
    expect(connection.refusal).toBeNull();
  });

  test("there is only ever one socket that is heard", async () => {
    const [first] = sockets();
    first?.tell(view(5));
    dispatchEvent(new Event("online"));
    expect(first?.readyState).not.toBe(FakeSocket.OPEN);
    first?.tell(view(6));
    first?.cut();
    expect(connection.view?.version).toBe(5);
    await pass(LONG);
    expect(sockets()).toHaveLength(2);
  });

  test("once left, it stays away", async () => {
    socket().tell(view(1));
    connection.close();
    dispatchEvent(new Event("online"));
    show(true);
    show(false);
    await pass(10 * LONG);
    expect(sockets()).toHaveLength(1);
    expect(socket().readyState).not.toBe(FakeSocket.OPEN);
  });
});

describe("the device", () => {
  test("being offline ends the socket at once, and online it begins at once", async () => {
    socket().tell(view(1));
    dispatchEvent(new Event("offline"));
    expect(connection.state).toBe("lost");
    expect(socket().readyState).not.toBe(FakeSocket.OPEN);
    dispatchEvent(new Event("online"));
    expect(sockets()).toHaveLength(2);
    await pass(LONG);
    expect(sockets()).toHaveLength(2);
  });

  test("a page that was hidden for long begins anew, and for a moment does not", async () => {
    socket().tell(view(1));
    show(true);
    await pass(LONG);
    show(false);
    expect(sockets()).toHaveLength(1);
    show(true);
    await pass(LONG + 1);
    show(false);
    expect(sockets()).toHaveLength(2);
  });

  test("a page that is looked at while the connection is lost does not wait any longer", () => {
    socket().tell(view(1));
    socket().cut();
    show(true);
    show(false);
    expect(sockets()).toHaveLength(2);
  });
});

describe("asks", () => {
  const done = (n: number, version: number) => ({ type: "done", n, version }) as const;
  const refused = (n: number, code: string) => ({ type: "refused", n, code, message: "" }) as const;
  const sent = (): number[] => sockets().flatMap(({ sent }) => sent.map(({ n }) => n));

  beforeEach(() => socket().tell(view(5)));

  test("each gets the answer with its own number, in whatever order they come", async () => {
    const asks = [connection.ask(VOTE), connection.ask(VOTE)];
    const [one = 0, two = 0] = sent();
    expect(one).not.toBe(two);
    socket().tell(refused(two, "not-absent"));
    socket().tell(done(one, 6));
    const answers = await Promise.all(asks);
    expect(answers).toMatchObject([{ ok: true, version: 6 }, { ok: false, code: "not-absent" }]);
  });

  test("what was answered is not asked again, before a cut and after it", async () => {
    for (const tell of [(n: number) => done(n, 6), (n: number) => refused(n, "not-absent")]) {
      const ask = connection.ask(VOTE);
      socket().tell(tell(sent().at(-1) ?? 0));
      await ask;
    }
    socket().cut();
    await pass(LONG);
    socket().tell(view(6));
    await pass(LONG);
    expect(sent()).toHaveLength(2);
  });

  test("what was cut off is not asked again: it may have been done", async () => {
    const ask = connection.ask(VOTE);
    socket().cut();
    expect(await ask).toMatchObject({ ok: false, code: "connection-lost" });
    await pass(LONG);
    socket().tell(view(5));
    await pass(LONG);
    expect(sent()).toHaveLength(1);
  });

  test("without a connection nothing is asked, and that is said at once", async () => {
    socket().cut();
    expect(await connection.ask(VOTE)).toMatchObject({ ok: false, code: "connection-lost" });
    expect(sent()).toEqual([]);
  });

  test("what a server could not do for the moment is asked again until it can", async () => {
    const ask = connection.ask(VOTE);
    for (const times of [1, 2, 3]) {
      expect(sent()).toHaveLength(times);
      socket().tell(refused(sent().at(-1) ?? 0, "unavailable"));
      await pass(1500);
    }
    expect(new Set(sent()).size).toBe(4);
    socket().tell(done(sent().at(-1) ?? 0, 6));
    expect(await ask).toMatchObject({ ok: true, version: 6 });
  });

  test("it is asked again as soon as the games show, over a new connection too", async () => {
    const ask = connection.ask(VOTE);
    socket().cut(1013);
    await pass(500);
    expect(sent()).toHaveLength(1);
    socket().tell(view(5));
    await pass(0);
    expect(socket().sent).toHaveLength(1);
    socket().tell(done(socket().sent[0]?.n ?? 0, 6));
    expect(await ask).toMatchObject({ ok: true, version: 6 });
  });

  test("it is given up when the table has changed, for it may have been done", async () => {
    const ask = connection.ask(VOTE);
    socket().cut(1013);
    await pass(500);
    socket().tell(view(6));
    expect(await ask).toMatchObject({ ok: false, code: null });
    await pass(LONG);
    expect(sent()).toHaveLength(1);
  });

  test("who knows that it is still wanted has it asked again all the same", async () => {
    const ask = connection.ask(VOTE, () => true);
    socket().cut(1013);
    await pass(500);
    socket().tell(view(6));
    await pass(0);
    expect(sent()).toHaveLength(2);
    socket().tell(done(sent().at(-1) ?? 0, 7));
    expect(await ask).toMatchObject({ ok: true, version: 7 });
  });

  test("it is given up when the page is left", async () => {
    const ask = connection.ask(VOTE, () => true);
    socket().tell(refused(sent()[0] ?? 0, "unavailable"));
    await pass(0);
    connection.close();
    flushSync();
    expect(await ask).toMatchObject({ ok: false, code: null });
    await pass(LONG);
    expect(sent()).toHaveLength(1);
  });

  test("a server that never answers is left for a new connection", async () => {
    const ask = connection.ask(VOTE);
    await pass(LONG - 1);
    expect(connection.state).toBe("open");
    await pass(1);
    expect(await ask).toMatchObject({ ok: false, code: "connection-lost" });
    await pass(500);
    expect(sockets()).toHaveLength(2);
    expect(since()).toBe("5");
  });
});
