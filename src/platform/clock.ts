/** Tells the time; tests hand in one they can turn. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
