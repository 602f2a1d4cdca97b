/** Motion in code asks here, so that all of it is still when the person wants it to be. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A stroke that is drawn from its start to its end; the path needs `pathLength="1"`. */
export function drawn(_: Element, { delay = 0 }: { delay?: number } = {}) {
  return {
    delay: isStill() ? 0 : delay,
    duration: isStill() ? 0 : 220,
    css: (t: number) => `stroke-dasharray: 1; stroke-dashoffset: ${1 - t}`,
  };
}

/** A pawn that comes down on its space. */
export function landed(_: Element) {
  return {
    duration: isStill() ? 0 : 420,
    css: (t: number) => `opacity: ${t}; transform: translateY(${(t - 1) * 1.2}rem)`,
  };
}
