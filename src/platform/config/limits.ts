import { z } from 'zod';
import type { RateLimit } from '../database/rate-limiter.ts';

const SECONDS = { s: 1, m: 60, h: 3600 };
const DAY_SECONDS = 24 * 3600;

/** How often a thing may be done, written as in `10/15m`: ten times in any fifteen minutes. */
const rate = z
  .string()
  .regex(/^[1-9]\d{0,5}\/[1-9]\d{0,4}[smh]$/, 'must be a number and a time such as 10/15m')
  .transform((text): RateLimit => {
    const [limit = '', window = ''] = text.split('/');
    const unit = window.slice(-1) as keyof typeof SECONDS;
    return { limit: Number(limit), windowSeconds: Number(window.slice(0, -1)) * SECONDS[unit] };
  })
  .refine(({ windowSeconds }) => windowSeconds <= DAY_SECONDS, 'must be of a day at most');

/** Every hit that counts is kept by its time, so these stay small. */
const counted = (preset: string) =>
  rate.refine(({ limit }) => limit <= 1000, 'must be 1000 at most').default(rate.parse(preset));

export type Limits = z.output<typeof limitSettings>;

export const limitSettings = z
  .object({
    SHOP_LIMIT_SIGN_IN: counted('10/15m'),
    SHOP_LIMIT_SIGN_UP: counted('100/1h'),
    SHOP_LIMIT_RESET: counted('5/1h'),
    SHOP_LIMIT_ORDERS: counted('250/10m'),
    SHOP_LIMIT_INTENTS: counted('60/10m'),
    SHOP_LIMIT_REVIEWS: counted('10/1h'),
    SHOP_LIMIT_CONTACT: counted('5/10m'),
    SHOP_LIMIT_UPLOADS: counted('1000/1h'),
    SHOP_LIMIT_WRITES: counted('240/10m'),
    SHOP_LIMIT_READS: rate.default(rate.parse('1200/1m')),
  })
  .transform((env) => ({
    /** Failed sign-ins to one account; five times as many from one client. */
    signIn: env.SHOP_LIMIT_SIGN_IN,
    signUp: env.SHOP_LIMIT_SIGN_UP,
    /** Mails with a link to one account; ten times as many from one client. */
    reset: env.SHOP_LIMIT_RESET,
    /** Orders placed and deleted by one user. */
    orders: env.SHOP_LIMIT_ORDERS,
    /** Payments started, paid and reported by one user. */
    intents: env.SHOP_LIMIT_INTENTS,
    reviews: env.SHOP_LIMIT_REVIEWS,
    contact: env.SHOP_LIMIT_CONTACT,
    uploads: env.SHOP_LIMIT_UPLOADS,
    /** Every other change by one user. */
    writes: env.SHOP_LIMIT_WRITES,
    /** Calls that only read, and pages that must be rendered, from one client. */
    reads: env.SHOP_LIMIT_READS,
  }));
