import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from '#tests/support/test-shop.ts';
import { type Asked, type Errand, errands } from './crowd-errands.ts';
import { type CrowdLog, emptyLog } from './crowd-log.ts';
import type { CrowdPeople } from './crowd-shop.ts';
import { createHttpClient, NoReply } from './http-client.ts';

/** How long a client waits before it retries a request that got no answer, or a 5xx. */
const RETRY_MS = 50;
/** Maximum wait: anything longer is a permanent failure. */
const GIVE_UP_MS = 120_000;

/** People who shop until stopped; then each finishes their errand. */
export type ShoppingCrowd = {
  log: CrowdLog;
  /** Number of answers other than a 5xx so far. */
  answers(): number;
  /** Resolves once all errands have ended. */
  goHome(): Promise<void>;
};

/** One try of a request: what it was, and the answer's status and body, or why there was none. */
export type Try = { at: string; asked: string; key?: string; status?: number; answer: unknown };

type ShoppingHabits = {
  isPassedOn?: boolean;
  record?(tried: Try): void;
  logIn?(email: string): Promise<string>;
} & Pick<Errand, 'confirmCard'>;

/** Sends people shopping at several origins; staff do their part. Every request that gets no answer, or a
 * 5xx, is retried with the same key, at the next origin. `isPassedOn`: the origins are a proxy's, which
 * retries requests itself. `record` receives each try as it ends. `logIn` returns a new access token for
 * somebody whose own was refused, who then asks again. `confirmCard`: see `Errand`. */
export function sendShopping(
  origins: string[],
  { buyers, staff, toolId }: CrowdPeople,
  { isPassedOn = false, record, logIn, confirmCard }: ShoppingHabits = {},
): ShoppingCrowd {
  const log = emptyLog();
  const http = createHttpClient();
  let isOver = false;
  let answers = 0;
  let turn = 0;
  /** The logins by the token that was refused before: several requests may have been sent with it. */
  const logins = new Map<string, Promise<void>>();

  async function comeBack(person: TestUser, newToken: Promise<string>): Promise<void> {
    const at = performance.now();
    person.token = await newToken;
    log.logins.push({ email: person.email, at });
  }

  async function ask<Body>(method: string, path: string, { by, body, key }: Asked = {}) {
    const options = {
      body,
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    };
    const giveUpAt = Date.now() + GIVE_UP_MS;
    const note = (answer: unknown, status?: number) =>
      record?.({
        at: new Date().toISOString(),
        asked: `${method} ${path}`,
        ...(key !== undefined && { key }),
        ...(status !== undefined && { status }),
        answer,
      });
    for (let tries = 1; ; tries++) {
      if (Date.now() > giveUpAt) throw new Error(`nobody answers: ${log.again.at(-1)}`);
      turn += 1;
      try {
        const origin = origins[turn % origins.length] ?? '';
        const token = by?.token;
        const reply = await http.call<Body>(origin, method, path, { ...options, ...(token && { token }) });
        note(reply.body, reply.status);
        if (reply.status === 401 && by && token && logIn) {
          const login = logins.get(token) ?? comeBack(by, logIn(by.email));
          logins.set(token, login);
          await login;
          continue;
        }
        if (reply.status < 500) {
          answers += 1;
          return { ...reply, mayBeRepeat: isPassedOn || tries > 1 };
        }
        log.again.push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
      } catch (error) {
        if (!(error instanceof NoReply)) throw error;
        note(error.message);
        log.again.push(`${method} ${path}: ${error.message}`);
      }
      await pause(RETRY_MS);
    }
  }

  const take: Errand['take'] = (what, reply, status) => {
    if (reply.status === status) return reply.body;
    const surprise = `${what}: ${reply.status} ${JSON.stringify(reply.body)}`;
    log.surprises.push(surprise);
    throw new Surprise(surprise);
  };

  const everybody = buyers.map(async (buyer, index) => {
    for (let nth = index; !isOver; nth++) {
      const run = errands[nth % errands.length];
      await run?.({ buyer, staff, toolId, log, ask, take, ...(confirmCard && { confirmCard }) }).catch(
        (error: unknown) => {
          if (!(error instanceof Surprise)) throw error;
        },
      );
    }
  });

  return {
    log,
    answers: () => answers,
    async goHome() {
      isOver = true;
      await Promise.all(everybody);
      http.close();
    },
  };
}

/** An answer that ends an errand; it has been recorded. */
class Surprise extends Error {}
