/** Random numbers that are the same in every run. */
export type SeededRandom = {
  /** From 0 to `below`, exclusive. */
  integer(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  bytes(length: number): Buffer;
};

/** Creates a generator from a seed (xorshift32, G. Marsaglia 2003). */
export function createSeededRandom(seed: number): SeededRandom {
  // Spreads neighbouring seeds (the multiplier of D. Knuth's multiplicative hashing).
  let state = Math.imul(seed, 0x9e3779b1) >>> 0 || 1;
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  }
  for (let skipped = 0; skipped < 16; skipped += 1) next();
  return {
    integer: (below) => next() % below,
    pick(items) {
      const item = items[next() % items.length];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => next() & 0xff)),
  };
}
