import { afterEach, describe, expect, test, vi } from "vitest";
import { Backoff } from "../src/lib/backoff";

const LONGEST = 10_000;
const chance = (value: number) => void vi.spyOn(Math, "random").mockReturnValue(value);
const pauses = (backoff: Backoff, count: number, least = 0): number[] =>
  Array.from({ length: count }, () => backoff.next(least));

afterEach(() => void vi.restoreAllMocks());

test("pauses double up to the longest and stay there", () => {
  chance(0);
  expect(pauses(new Backoff(), 8)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]);
  expect(pauses(new Backoff(1500), 4)).toEqual([500, 1000, 1500, 1500]);
});

test.each([0, 0.25, 0.5, 0.999])("chance %d makes a pause longer by up to a half", (value) => {
  chance(0);
  const plain = pauses(new Backoff(), 8);
  chance(value);
  const longer = pauses(new Backoff(), 8);
  expect(longer).toEqual(plain.map((pause) => pause * (1 + value / 2)));
});

test("pages that lost the same server do not come back at the same moment", () => {
  const first = Array.from({ length: 50 }, () => new Backoff().next());
  expect(new Set(first).size).toBeGreaterThan(40);
  expect(Math.min(...first)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...first)).toBeLessThan(750);
});

describe("the least pause", () => {
  test("is kept to, also where it is longer than the longest", () => {
    chance(0);
    expect(pauses(new Backoff(), 3, 30_000)).toEqual([30_000, 30_000, 30_000]);
  });

  test("does not shorten a longer one, and does not stay", () => {
    chance(0);
    const backoff = new Backoff();
    expect([backoff.next(700), backoff.next(700), backoff.next()]).toEqual([700, 1000, 2000]);
  });
});

test("after a reset it begins with the shortest pause, or with the one given", () => {
  chance(0);
  const backoff = new Backoff();
  pauses(backoff, 5);
  backoff.reset();
  expect(pauses(backoff, 2)).toEqual([500, 1000]);
  backoff.reset(60);
  expect(pauses(backoff, 3)).toEqual([60, 120, 240]);
});

test("slowed down, the next pause is the longest", () => {
  chance(0);
  const backoff = new Backoff();
  backoff.slowDown();
  expect(pauses(backoff, 2)).toEqual([LONGEST, LONGEST]);
});
