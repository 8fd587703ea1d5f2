import { z } from 'zod';
import type { RateLimit } from '../database/rate-limiter.ts';

const SECONDS = { s: 1, m: 60, h: 3600 };
const DAY_SECONDS = 24 * 3600;

/** A rate limit, written as in `10/15m`: ten times in any fifteen minutes. */
const rate = z
  .string()
  .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,4}[smh]$/, 'must be a number and a time such as 10/15m')
  .transform((text): RateLimit => {
    const [limit = '', window = ''] = text.split('/');
    const unit = window.slice(-1) as keyof typeof SECONDS;
    return { limit: Number(limit), windowSeconds: Number(window.slice(0, -1)) * SECONDS[unit] };
  })
  .refine(({ windowSeconds }) => windowSeconds <= DAY_SECONDS, 'must be for a day at most');

/** Each counted hit is stored with its time, so these limits stay small. */
const counted = (preset: string) =>
  rate.refine(({ limit }) => limit <= 1000, 'must be 1000 at most').prefault(preset);

const limits = z.strictObject(
  {
    /** Failed sign-ins per account; five times as many per client. */
    signIn: counted('10/15m'),
    /** Sign-ins and other proofs by the right password, per account; five times as many per client. */
    signedIn: counted('60/1h'),
    signUp: counted('100/1h'),
    /** Emails with a link per account; ten times as many per client. */
    reset: counted('5/1h'),
    /** Orders placed and deleted per user. */
    orders: counted('250/10m'),
    /** Payments started, paid and reported per user. */
    intents: counted('60/10m'),
    reviews: counted('10/1h'),
    contact: counted('5/10m'),
    uploads: counted('1000/1h'),
    /** Files exported and copies of one's data downloaded, each recorded, per user. */
    exports: counted('60/1h'),
    /** All other changes per user. */
    writes: counted('240/10m'),
    /** Reads and pages that must be rendered, per client and per user. */
    reads: rate.prefault('1200/1m'),
  },
  { error: 'must be on, off, or limits such as orders=500/10m,reads=5000/1m' },
);
export type Limits = z.output<typeof limits>;

export const presetLimits = limits.parse({});

/** `on`, the limits that differ (`orders=500/10m,reads=5000/1m`), or `off`, which is `undefined`. */
export const rateLimit = z
  .string()
  .transform((text): z.input<typeof limits> | undefined => {
    if (text === 'off') return undefined;
    return text === 'on' ? {} : Object.fromEntries(pairsOf(text));
  })
  .pipe(limits.optional())
  .prefault('on');

const pairsOf = (text: string) =>
  text.split(',').map((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return [name, value.join('=')] as const;
  });
