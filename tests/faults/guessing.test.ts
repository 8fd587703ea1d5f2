/** @module-tag sweep */
import { randomInt } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, signUp } from '#tests/support/accounts.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { type ShopFleet, startShopFleet } from './support/shop-fleet.ts';

const GUESSES = scaled(1000, 60);
const ADDRESSES = 200;
const AT_ONCE = 24;
const TRIES = 10;

let fleet: ShopFleet;
beforeAll(async () => {
  fleet = await startShopFleet(2, { environment: { SHOP_RATE_LIMIT: 'reads=100000/1m' } });
});
afterAll(() => fleet?.stop());

type Guess = { email: string; password: string; from: string; pass?: string | undefined };
type Answer = { status: number; body: { error?: { code: string } } };

/** Tries to sign in from one of this machine's addresses; forwarded headers may claim any other. */
function tryPassword(index: number, { from, ...body }: Guess): Promise<Answer> {
  const shop = fleet.processes[index % fleet.processes.length] ?? fleet.processes[0];
  return new Promise((resolve, reject) => {
    const sent = request(new URL('/api/auth/sign-in/email', shop.origin), {
      method: 'POST',
      localAddress: from,
      agent: false,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': anyAddress(),
        'x-real-ip': anyAddress(),
      },
    });
    sent.on('response', (message) => readAnswer(message).then(resolve, reject));
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

async function readAnswer(message: IncomingMessage): Promise<Answer> {
  return { status: message.statusCode ?? 0, body: JSON.parse(await text(message)) };
}

const anyAddress = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.');

/** Guesses `count` times, several concurrently, at both processes in turn; returns the count of each
 * status. */
async function guess(count: number, guessAt: (index: number) => Guess): Promise<Record<number, number>> {
  const seen: Record<number, number> = {};
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const index = next++;
      const { status } = await tryPassword(index, guessAt(index));
      seen[status] = (seen[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return seen;
}

async function restartAll(): Promise<void> {
  await Promise.all(
    fleet.processes.map(async (each) => {
      await each.end('SIGTERM');
      await each.start();
    }),
  );
}

/** Number of refused sign-ins in the audit trail: each was checked against a hash. */
async function countRefused(): Promise<number> {
  const { count } = await fleet.shop.db
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('action', '=', 'sign_in_refused')
    .executeTakeFirstOrThrow();
  return count;
}

const addressOf = (index: number, net: number) => `127.0.${net}.${(index % ADDRESSES) + 1}`;

/** Sets a new password through the link that the shop would email. */
async function resetPassword(email: string, newPassword: string): Promise<string> {
  const [shop] = fleet.processes;
  await shop.call('POST', '/api/auth/request-password-reset', { body: { email } });
  const { identifier } = await fleet.shop.db
    .selectFrom('identity.verification')
    .innerJoin('identity.user as user', 'user.id', 'identity.verification.value')
    .select('identifier')
    .where('user.email', '=', email)
    .executeTakeFirstOrThrow();
  const token = identifier.replace('reset-password:', '');
  const reply = await shop.call<{ signInPass: string }>('POST', '/api/auth/reset-password', {
    body: { token, newPassword },
  });
  expect(reply.status).toBe(200);
  return reply.body.signInPass;
}

/** Ways of guessing, each with the number of its guesses that may reach the hash. */
const ways: Record<string, { guessAt: (index: number) => Guess; mayReach: number }> = {
  'at one account, from one address': {
    guessAt: (index) => ({ email: 'ada@shop.example', password: `guess ${index}`, from: '127.0.0.1' }),
    mayReach: TRIES,
  },
  [`at one account, from ${ADDRESSES} addresses`]: {
    guessAt: (index) => ({
      email: 'ben@shop.example',
      password: `guess ${index}`,
      from: addressOf(index, 1),
    }),
    mayReach: TRIES,
  },
  [`at an address without an account, from ${ADDRESSES} addresses`]: {
    guessAt: (index) => ({ email: 'nobody@shop.example', password: PASSWORD, from: addressOf(index, 2) }),
    mayReach: TRIES,
  },
  'at ever other accounts, from one address': {
    guessAt: (index) => ({ email: `other-${index}@shop.example`, password: PASSWORD, from: addressOf(1, 3) }),
    mayReach: 5 * TRIES,
  },
};

test('only ten guesses at an account reach the hash, over two processes and a restart', async () => {
  const accounts = ['ada@shop.example', 'ben@shop.example'];
  for (const email of accounts) await signUp(fleet.processes[0], { email });
  const half = GUESSES / 2;
  const firstHalves: Record<string, Record<number, number>> = {};
  for (const [way, { guessAt }] of Object.entries(ways)) firstHalves[way] = await guess(half, guessAt);
  await restartAll();
  for (const [way, { guessAt, mayReach }] of Object.entries(ways)) {
    const first = firstHalves[way] ?? {};
    const second = await guess(half, (index) => guessAt(half + index));
    const reached = (first[401] ?? 0) + (second[401] ?? 0);
    const heldOff = (first[429] ?? 0) + (second[429] ?? 0);
    expect([way, reached, heldOff]).toEqual([way, mayReach, GUESSES - mayReach]);
    reportFigure(
      'guessing is bounded',
      `${GUESSES} guesses ${way}, two processes, a restart: ${reached} reached the hash`,
    );
  }
  // The audit trail agrees.
  expect(await countRefused()).toBe(3 * TRIES + 5 * TRIES);
  // Even the right password is not checked now, wherever it comes from.
  for (const email of accounts) {
    expect((await tryPassword(1, { email, password: PASSWORD, from: addressOf(7, 9) })).status).toBe(429);
  }
});

test('the owner gets in with a reset while the guessing goes on', async () => {
  const email = 'owner@shop.example';
  await signUp(fleet.processes[0], { email });
  let isOver = false;
  const attack = Promise.all(
    Array.from({ length: 8 }, async (_, lane) => {
      for (let index = 0; !isOver; index += 1) {
        const from = addressOf(lane * 25 + index, 5);
        await tryPassword(index, { email, password: `guess ${index}`, from });
      }
    }),
  );
  const from = addressOf(1, 6);
  try {
    for (let round = 0; round < scaled(5, 2); round += 1) {
      const password = `a brand new vice ${round}`;
      const pass = await resetPassword(email, password);
      const answers = await Promise.all(
        [0, 1].map((index) => tryPassword(index, { email, password, from, pass })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    }
  } finally {
    isOver = true;
    await attack;
  }
  reportFigure(
    'guessing is bounded',
    'the owner signs in with a new password while 200 addresses go on guessing',
  );
});
