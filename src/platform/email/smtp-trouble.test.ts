import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createTestClock, type TestClock } from '#tests/support/clock.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { until } from '#tests/support/until.ts';
import { type Mailer, MailerUnavailable } from './mailer.ts';
import { createSmtpMailer, type SmtpTimeLimits } from './smtp-mailer.ts';

const mail = { to: 'ada@home.example', subject: 'Your order', text: 'Hello.\n', html: '<p>Hello.</p>\n' };
const limits = { connectMs: 5_000, greetingMs: 5_000, silenceMs: 5_000, wholeMs: 10_000 };

let server: MailServer | undefined;
let mailer: Mailer | undefined;
let clock: TestClock;

afterEach(async () => {
  await mailer?.close();
  await server?.stop();
  mailer = server = undefined;
});

async function openMailer(
  { port }: { port: number },
  timeLimits: Partial<SmtpTimeLimits> = {},
): Promise<Mailer> {
  clock = createTestClock();
  mailer = await createSmtpMailer(
    {
      kind: 'smtp',
      host: '127.0.0.1',
      port,
      tls: 'none',
      login: undefined,
      caFile: undefined,
      from: { name: 'Toolyard', address: 'shop@shop.example' },
    },
    { clock, timeLimits: { ...limits, ...timeLimits } },
  );
  return mailer;
}

/** A server, and a mailer that sends through it. */
async function open(timeLimits?: Partial<SmtpTimeLimits>) {
  server = await startMailServer({ tls: 'none' });
  return { server, mailer: await openMailer({ port: server.port }, timeLimits) };
}

const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a server in trouble', () => {
  it('is reported when it is down', async () => {
    const gone = createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    const failure = await failureOf((await openMailer({ port })).send(mail, '1'));
    expect(failure).toBeInstanceOf(MailerUnavailable);
    expect(String(failure)).toContain('ECONNREFUSED');
  });

  it.each(['cut before', 'cut after'] as const)(
    'that breaks off (%s) is tried once, and again later',
    async (fault) => {
      const { server, mailer } = await open();
      server.behave({ mail: () => fault });
      expect(await failureOf(mailer.send(mail, 'same'))).toBeInstanceOf(MailerUnavailable);
      expect(server.opened()).toBe(1);

      server.behave({});
      await mailer.send(mail, 'same');
      // The sender cannot know what was accepted before the break; the recipient's server can, by the same
      // Message-ID.
      const ids = server.mails.map(({ headers }) => headers['message-id']);
      expect(ids).toEqual(
        fault === 'cut after' ? ['<same@shop.example>', '<same@shop.example>'] : ['<same@shop.example>'],
      );
    },
  );

  it('is not called again in the same attempt after it hangs up before its greeting', async () => {
    let connections = 0;
    const curt = createServer((socket) => {
      connections += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(curt, 'listening');
    const mailer = await openMailer({ port: (curt.address() as AddressInfo).port });
    expect(await failureOf(mailer.send(mail, '1'))).toBeInstanceOf(MailerUnavailable);
    expect(connections).toBe(1);
    curt.close();
  });

  it('is left alone for a while after it says nothing', async () => {
    let connections = 0;
    const silent = createServer(() => {
      connections += 1;
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const mailer = await openMailer({ port }, { greetingMs: 100 });
    expect(String(await failureOf(mailer.send(mail, '1')))).toMatch(
      /did not answer in time: Greeting never received/,
    );
    expect(String(await failureOf(mailer.send(mail, '1')))).toContain('did not answer in time a moment ago');
    expect(connections).toBe(1);
    clock.advance(30_000);
    expect(String(await failureOf(mailer.send(mail, '1')))).toMatch(/did not answer in time: /);
    expect(connections).toBe(2);
    silent.close();
  });

  it.each([
    ['between two answers', { silenceMs: 100 }, /did not answer in time: /],
    ['for the whole mail', { wholeMs: 200 }, /EABORT/],
  ])('that hangs times out %s', async (_what, timeLimits, words) => {
    const { server, mailer } = await open(timeLimits);
    server.behave({ mail: () => 'hang' });
    const failure = await failureOf(mailer.send(mail, '1'));
    expect(failure).toBeInstanceOf(MailerUnavailable);
    expect(String(failure)).toMatch(words);
  });

  it('does not keep the shop from closing', async () => {
    const { server, mailer } = await open();
    server.behave({ mail: () => 'hang' });
    const sending = failureOf(mailer.send(mail, '1'));
    await until('the mail to be on its way', async () => server.open() === 1);
    await mailer.close();
    expect(await sending).toBeInstanceOf(MailerUnavailable);
    await until('the connection to be closed', async () => server.open() === 0);
  });
});

it('sends many emails through a few connections, each once', async () => {
  const { server, mailer } = await open();
  const ids = Array.from({ length: 500 }, (_, index) => `mail-${index}`);
  await Promise.all(ids.map((id) => mailer.send({ ...mail, subject: id }, id)));
  expect(server.mails.map(({ headers }) => headers.subject).sort()).toEqual([...ids].sort());
  expect(new Set(server.mails.map(({ headers }) => headers['message-id'])).size).toBe(500);
  // Three connections at a time, each replaced after a hundred emails.
  expect(new Set(server.mails.map(({ connection }) => connection)).size).toBeLessThanOrEqual(7);
  await mailer.close();
  await until('every connection to be closed', async () => server.open() === 0);
});
