import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  askers,
  type CurrentUser,
  castAskers,
  malformedHeaders,
  type Side,
} from '#tests/support/access-askers.ts';
import { accessRequests } from '#tests/support/access-requests.ts';
import type { AccessRequest } from '#tests/support/access-scene.ts';
import { type AccessRow, readAccessTable } from '#tests/support/access-table.ts';
import { forgetJobs } from '#tests/support/outbox.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { testForm } from '#tests/support/test-form.ts';
import { watchTables } from '#tests/support/watched-tables.ts';

const rows = readAccessTable();
/** In the short form, `npm test`, GET covers HEAD, which takes the same path; on PostgreSQL 15, and without
 * `TESTS`, all rows run. */
const askedRows = rows.filter(({ method }) => testForm !== 'short' || method !== 'HEAD');

/** The account calls know neither objects nor access tokens, and what needs no request of its own is the same
 * for all sides. */
const sidesOf = (row: AccessRow): Side[] =>
  row.path.startsWith('/api/auth/') || !(requestName(row) in accessRequests) ? ['own'] : ['own', 'foreign'];

const requestName = ({ method, path }: AccessRow) => `${method.replace('HEAD', 'GET')} ${path}`;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const cast = setUp(() => castAskers(t));
let changedTables: () => Promise<string[]>;

beforeAll(async () => {
  changedTables = await watchTables(t);
});

async function send(method: string, request: AccessRequest, authorization?: string) {
  const { path, body, headers, form } = request;
  const response = await fetch(new URL(path, t.url), {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(authorization === undefined ? {} : { authorization }),
      ...headers,
    },
    ...(form || body !== undefined ? { body: form ?? JSON.stringify(body) } : {}),
  });
  return { status: response.status, text: await response.text() };
}

/** Sends one cell of the table. Returns whether it was denied, and what is wrong with the reply. */
async function askCell(row: AccessRow, request: AccessRequest, currentUser: CurrentUser, side: Side) {
  const reply = await send(row.method, request, cast.authorization(currentUser, side));
  const isDenied = reply.status >= 400;
  const problems = [
    reply.status !== row.status(currentUser, side) &&
      `${reply.status} instead of ${row.status(currentUser, side)}`,
    isDenied && leaksOf(reply.text),
  ].filter(Boolean);
  return { isDenied, deviations: problems.map((problem) => `${cellOf(row, currentUser, side)}: ${problem}`) };
}

const cellOf = ({ method, path }: AccessRow, currentUser: CurrentUser, side: Side) =>
  `${method} ${path} as ${currentUser}, ${side} object`;

/** Who asks for a row: a public call, which everyone gets alike, is not asked with every kind of key. */
const askersOf = (row: AccessRow, side: Side) =>
  new Set(askers.map((each) => row.status(each, side))).size > 1
    ? askers
    : askers.filter((each) => each !== 'littleKey' && each !== 'endedKey');

/** Sends a row's cells of one side. After a run of denials, no table may have changed since the first. */
async function askRow(row: AccessRow, side: Side): Promise<string[]> {
  const deviations: string[] = [];
  let request = await makeRequest(row, side);
  await changedTables();
  const asking = askersOf(row, side);
  for (const [index, currentUser] of asking.entries()) {
    const { isDenied, deviations: found } = await askCell(row, request, currentUser, side);
    deviations.push(...found);
    const next = asking[index + 1];
    if (isDenied && next && row.status(next, side) >= 400) continue;
    const changed = await changedTables();
    if (changed.length === 0) continue;
    if (isDenied)
      deviations.push(
        `${cellOf(row, currentUser, side)}, or one before: denied, and ${changed.join(', ')} changed`,
      );
    // A changed object is used up.
    request = await makeRequest(row, side);
    await changedTables();
  }
  return deviations;
}

/** What a denial reveals beyond being one: data of people, orders, payments or tools. */
function leaksOf(text: string): string | false {
  const told = text === '' ? {} : JSON.parse(text);
  const extra = Object.keys({ ...told, ...told.error }).filter(
    (key) => !['error', 'code', 'message', 'field', 'scope'].includes(key),
  );
  const names = [cast.owner, cast.stranger].flatMap(({ email, userId }) => [email, userId]);
  const private_ = [...names, 'Stella', 'Ada Joiner', '555 0100', 'Workshop Lane', 'Claw hammer', '_secret'];
  const leaked = [...extra, ...private_.filter((word) => text.includes(word))];
  return leaked.length > 0 && `tells of ${leaked.join(', ')}: ${text}`;
}

async function makeRequest(row: AccessRow, side: Side): Promise<AccessRequest> {
  const make = accessRequests[requestName(row)] ?? (() => ({ path: row.path }));
  const person = side === 'own' ? cast.owner : cast.stranger;
  return make({ t, person, owner: cast.owner, side });
}

it('has a row for every route, and a route for every row', () => {
  const routes = [...t.routes].flatMap(([path, taken]) => [...taken].map((method) => `${method} ${path}`));
  expect(rows.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routes.sort());
});

describe('access control', () => {
  // Otherwise the first row that runs jobs runs those of all rows before it.
  afterEach(() => forgetJobs(t.shop.db));

  it.each(askedRows.map((row) => ({ name: `${row.method} ${row.path}`, row })))('$name', async ({ row }) => {
    const deviations: string[] = [];
    for (const side of sidesOf(row)) deviations.push(...(await askRow(row, side)));
    expect(deviations).toEqual([]);
  });

  it('refuses every method that a path does not have', async () => {
    const deviations: string[] = [];
    for (const path of new Set(rows.map((row) => row.path))) {
      const taken = rows.filter((row) => row.path === path).map(({ method }) => method);
      for (const method of methods.filter((name) => !taken.includes(name))) {
        for (const asker of ['visitor', 'owner', 'admin', 'forged'] as const) {
          const { status } = await send(method, { path }, cast.authorization(asker, 'foreign'));
          if (status !== 405) deviations.push(`${method} ${path} as ${asker}: ${status}`);
        }
      }
      deviations.push(...(await changedTables()).map((name) => `${path}: ${name} changed`));
    }
    expect(deviations).toEqual([]);
  });

  it('refuses every malformed authorization header', async () => {
    for (const authorization of malformedHeaders(cast.owner.token)) {
      const reply = await send('GET', { path: `/user/${cast.owner.email}` }, authorization);
      expect([authorization.slice(0, 40), reply.status]).toEqual([authorization.slice(0, 40), 401]);
    }
    // Node rejects oversized headers before they reach the application.
    const { status } = await send('GET', { path: '/user' }, `Bearer ${'x'.repeat(20_000)}`);
    expect(status).toBe(431);
  });
});
