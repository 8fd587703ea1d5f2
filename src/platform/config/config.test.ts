import { describe, expect, it } from 'vitest';
import { problemsOf } from '#tests/support/problems-of.ts';
import { readConfig } from './config.ts';

const live = {
  SHOP_MODE: 'live',
  SHOP_ORIGIN: 'https://shop.example',
  SHOP_ADMIN_EMAIL: 'owner@shop.example',
  SHOP_ADMIN_PASSWORD: 'plumb-bob-and-chalk',
};

describe('omitted settings', () => {
  it('have defaults fit for trying the shop on this machine alone', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      mode: 'trial',
      origin: undefined,
      currency: 'usd',
      demo: true,
      admin: undefined,
      toolPages: 'members',
      holdMinutes: 15,
      rateLimit: true,
    });
  });

  it('publish metrics only with a port, and then to this machine alone', () => {
    expect(readConfig({}).metrics).toBeUndefined();
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  });

  it('count as omitted when empty', () => {
    expect(readConfig({ PORT: '', SHOP_ORIGIN: ' ', SHOP_DEMO: '' })).toEqual(readConfig({}));
  });

  it('count as omitted when MAIL is the mail spool of a login', () => {
    expect(readConfig({ MAIL: '/var/mail/ada' }).email.kind).toBe('mailbox');
    expect(problemsOf({ MAIL: 'pigeon' })).toEqual(['  MAIL must be mailbox or smtp']);
  });
});

it('reports unknown settings, which may be misspelt or of an earlier version, and ignores foreign ones', () => {
  const { notes } = readConfig({
    S3_ACCESS_KEY: 'x',
    DATABASE_REPLICA_URLS: 'postgres://shop@db/shop',
    OTEL_METRICS_EXPORTER: 'x',
    EDITOR: 'vi',
    SHOP_X: '',
  });
  expect(notes).toEqual([
    'DATABASE_REPLICA_URLS is not a setting of the shop, and is ignored',
    'S3_ACCESS_KEY is not a setting of the shop, and is ignored',
  ]);
});

describe('wrong settings', () => {
  it('are all reported at once', () => {
    expect(
      problemsOf({
        PORT: '70000',
        SHOP_MODE: 'test',
        SHOP_ORIGIN: 'shop.example',
        SHOP_SECRET: 'short',
        DATABASE_URL: 'mysql://',
        SHOP_HOLD_MINUTES: '0',
        TOOL_PAGES: 'some',
      }),
    ).toEqual([
      '  PORT must be between 0 and 65535',
      '  SHOP_MODE must be trial or live',
      '  SHOP_ORIGIN must be an address such as https://shop.example',
      '  SHOP_SECRET must be 32 characters or longer',
      '  TOOL_PAGES must be members or public',
      '  SHOP_HOLD_MINUTES must be between 1 and 1440',
      '  DATABASE_URL must start with postgres://',
    ]);
  });

  it.each(['https://shop.example/tools', 'https://shop.example/?a=b', 'https://shop.example/#top'])(
    'are an origin with more than a host: %s',
    (SHOP_ORIGIN) => {
      expect(problemsOf({ SHOP_ORIGIN })).toEqual([
        '  SHOP_ORIGIN must be an address without a path, such as https://shop.example: the shop is at the top of its host',
      ]);
      expect(readConfig({ SHOP_ORIGIN: 'https://shop.example/' }).origin).toBe('https://shop.example');
    },
  );

  it('include those that require another one', () => {
    expect(problemsOf({ SHOP_ADMIN_EMAIL: 'owner@shop.example' })).toEqual([
      '  SHOP_ADMIN_PASSWORD is missing: SHOP_ADMIN_EMAIL is set, and they go together',
    ]);
    expect(problemsOf({ GOOGLE_CLIENT_SECRET: 'x' })).toEqual([
      '  GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET is set, and they go together',
    ]);
  });
});

describe('live mode', () => {
  it('refuses every part that is only for trials', () => {
    expect(problemsOf({ SHOP_MODE: 'live', SHOP_DEMO: '1', SHOP_RATE_LIMIT: 'off' })).toEqual([
      '  SHOP_DEMO must be 0 in live mode',
      '  SHOP_RATE_LIMIT must be on in live mode',
      '  SHOP_ADMIN_EMAIL is missing: live mode generates no admin',
      '  SHOP_ORIGIN must be an https address in live mode',
      '  CARD_PAYMENTS must not be sandbox in live mode: no money would move',
      '  MAIL must not be mailbox in live mode: no email would be sent',
    ]);
    expect(problemsOf({ ...live, SHOP_ORIGIN: 'http://shop.example' })).toContain(
      '  SHOP_ORIGIN must be an https address in live mode',
    );
  });

  it.each(['mitre-and-bevel', 'toolyard-toolyard', 'abcdefghijklmnopqrst', 'fourteen chars'])(
    'checks the admin’s password: %s',
    (password) => {
      const complaints = problemsOf({ ...live, SHOP_ADMIN_PASSWORD: password }).join();
      expect(complaints.includes('SHOP_ADMIN_PASSWORD must be 15 characters')).toBe(
        password !== 'mitre-and-bevel',
      );
      expect(problemsOf({ SHOP_ADMIN_EMAIL: live.SHOP_ADMIN_EMAIL, SHOP_ADMIN_PASSWORD: password })).toEqual(
        [],
      );
    },
  );

  it.each([
    ['postgres://shop@db.example/toolyard?sslmode=disable', 1],
    ['postgres://shop@db.example/toolyard?sslmode=require', 1],
    ['postgres://shop@db.example/toolyard?sslmode=verify-full', 0],
    ['postgres://shop@db.example/toolyard', 0],
    ['postgres://shop@127.0.0.1/toolyard', 0],
    ['postgres://shop@%2Frun%2Fpostgresql/toolyard', 0],
  ])('checks the connection to the database: %s', (address, refused) => {
    const complaints = (name: string) => problemsOf({ ...live, DATABASE_URL: address, [name]: address });
    const complaint = (name: string) =>
      `  ${name} must have sslmode=verify-full in live mode: the database is on another machine`;
    for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'])
      expect(complaints(name).filter((line) => line === complaint(name))).toHaveLength(refused);
  });

  it('never accepts the sandbox, whatever else is right', () => {
    expect(problemsOf(live).join()).toContain('CARD_PAYMENTS');
  });
});

describe('limits', () => {
  it('are a number and a time', () => {
    const { limits } = readConfig({ SHOP_RATE_LIMIT: 'orders=5/2h, reads=5000/30s' });
    expect(limits.orders).toEqual({ limit: 5, windowSeconds: 7200 });
    expect(limits.reads).toEqual({ limit: 5000, windowSeconds: 30 });
    expect(limits.signIn).toEqual({ limit: 10, windowSeconds: 900 });
  });

  it.each(['10', '0/1m', '10/0m', '-1/1m', '10/1d', 'ten/1m', '1001/1m', '10/25h'])('refuse %s', (text) => {
    expect(problemsOf({ SHOP_RATE_LIMIT: `orders=${text}` })[0]).toMatch(
      /^ {2}SHOP_RATE_LIMIT.orders must be /,
    );
  });

  it.each(['true', 'order=5/2h', 'on,orders=5/2h', '=', ','])('are not %s', (SHOP_RATE_LIMIT) => {
    expect(problemsOf({ SHOP_RATE_LIMIT })).toEqual([
      '  SHOP_RATE_LIMIT must be on, off, or limits such as orders=500/10m,reads=5000/1m',
    ]);
  });

  it('keep their presets where they are not named, and are off as a whole', () => {
    expect(problemsOf({ SHOP_RATE_LIMIT: 'orders' })).toEqual([
      '  SHOP_RATE_LIMIT.orders must be a number and a time such as 10/15m',
    ]);
    expect(readConfig({ SHOP_RATE_LIMIT: 'off' })).toMatchObject({
      rateLimit: false,
      limits: { orders: { limit: 250, windowSeconds: 600 } },
    });
  });
});

describe('trusted proxies', () => {
  it('are addresses, networks and named groups', () => {
    expect(readConfig({}).trustedProxies).toEqual([]);
    expect(
      readConfig({ TRUST_PROXY: '192.0.2.7, 10.0.0.0/8,2001:db8::/32,loopback' }).trustedProxies,
    ).toEqual(['192.0.2.7', '10.0.0.0/8', '2001:db8::/32', 'loopback']);
  });

  it.each(['true', '*', '0.0.0.0/0', '10.0.0.0/33', 'proxy.example'])('are never %s', (text) => {
    expect(problemsOf({ TRUST_PROXY: text })).toEqual([
      '  TRUST_PROXY must be addresses and networks such as 192.0.2.7,10.0.0.0/8 or loopback',
    ]);
  });
});

it('accepts an owner of the tables only beside the serving role', () => {
  expect(problemsOf({ DATABASE_OWNER_URL: 'postgres://owner@db/shop' })).toEqual([
    '  DATABASE_URL is missing: DATABASE_OWNER_URL is set, and needs it',
  ]);
});

it('takes the sessions of a database for lent only where another setting leads to it directly', () => {
  const DATABASE_DIRECT_URL = 'postgres://shop@127.0.0.1:5000/shop';
  expect(problemsOf({ DATABASE_DIRECT_URL })).toEqual([
    '  DATABASE_URL is missing: DATABASE_DIRECT_URL is set, and needs it',
  ]);
  const DATABASE_URL = 'postgres://shop@127.0.0.1:6432/shop';
  const { database } = readConfig({ DATABASE_URL, DATABASE_DIRECT_URL });
  expect(database).toMatchObject({ connection: { port: 6432, isLent: true }, direct: { port: 5000 } });
  expect(readConfig({ DATABASE_URL }).database).not.toHaveProperty('connection.isLent');
});
