/** Deterministic pseudo-random numbers for a seed. */
export type SeededRandom = {
  /** An integer from 0 to `below` - 1. */
  below(below: number): number;
  pick<Value>(values: readonly Value[]): Value;
  /** The same, with earlier values far more likely than later ones. */
  pickSkewed<Value>(values: readonly Value[]): Value;
};

/** Mulberry32 (public domain, Tommy Ettinger): 32 bits of state, sufficient for names and prices. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  function at<Value>(values: readonly Value[], index: number): Value {
    const value = values[index];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
  return {
    below,
    pick: (values) => at(values, below(values.length)),
    pickSkewed: (values) => at(values, Math.floor(next() ** 1.7 * values.length)),
  };
}
