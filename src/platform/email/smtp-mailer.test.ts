import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SmtpSettings } from '#platform/config/email-settings.ts';
import { makeCertificate } from '#tests/support/certificate.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { EmailRefused, type Mailer, MailerUnavailable } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const certificate = makeCertificate(['localhost', '127.0.0.1']);
const login = { user: 'shop', password: 'p@ss word' };
const mail = {
  to: 'ada@home.example',
  subject: 'Your order',
  text: 'Hello Ada,\n',
  html: '<p>Hello Ada,</p>\n',
};
const timeLimits = { connectMs: 5_000, greetingMs: 5_000, silenceMs: 5_000, wholeMs: 10_000 };

let folder: string;
let caFile: string;
let server: MailServer | undefined;
let mailer: Mailer | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolyard-smtp-'));
  caFile = join(folder, 'ca.pem');
  await writeFile(caFile, certificate.cert);
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(async () => {
  await mailer?.close();
  await server?.stop();
  mailer = server = undefined;
});

async function openMailer(settings: Partial<SmtpSettings> & { port: number }): Promise<Mailer> {
  const from = { name: 'Toolyard', address: 'shop@shop.example' };
  const whole = {
    kind: 'smtp',
    host: '127.0.0.1',
    tls: 'none',
    login: undefined,
    caFile: undefined,
    from,
  } as const;
  mailer = await createSmtpMailer({ ...whole, ...settings }, { clock: createTestClock(), timeLimits });
  return mailer;
}

/** A server without TLS and login, and a mailer that sends through it. */
async function open() {
  server = await startMailServer({ tls: 'none' });
  return { server, mailer: await openMailer({ port: server.port }) };
}

const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the connection to the server', () => {
  it.each(['implicit', 'starttls'] as const)(
    'is protected with %s TLS, for name and address',
    async (tls) => {
      server = await startMailServer({ tls, certificate, login });
      for (const host of ['localhost', '127.0.0.1']) {
        await (await openMailer({ host, port: server.port, tls, login, caFile })).send(mail, host);
        await mailer?.close();
      }
      expect(server.mails.map(({ secure }) => secure)).toEqual([true, true]);
    },
  );

  it.each(['implicit', 'starttls'] as const)(
    'is refused with an unknown certificate over %s TLS',
    async (tls) => {
      server = await startMailServer({ tls, certificate, login });
      const failure = await failureOf((await openMailer({ port: server.port, tls, login })).send(mail, '1'));
      expect(failure).toBeInstanceOf(MailerUnavailable);
      expect(String(failure)).toMatch(/self-signed certificate/);
      expect(server.mails).toEqual([]);
    },
  );

  it.each([
    ['another name', makeCertificate(['mail.elsewhere.example']), /does not match certificate's altnames/],
    [
      'a time gone by',
      makeCertificate(['127.0.0.1'], new Date(Date.now() - 3_600_000)),
      /certificate has expired/,
    ],
  ])('is refused with a certificate for %s', async (_what, wrong, words) => {
    const wrongFile = join(folder, 'wrong.pem');
    await writeFile(wrongFile, wrong.cert);
    server = await startMailServer({ tls: 'starttls', certificate: wrong });
    const settings = { port: server.port, tls: 'starttls', caFile: wrongFile } as const;
    expect(String(await failureOf((await openMailer(settings)).send(mail, '1')))).toMatch(words);
    expect(server.mails).toEqual([]);
  });

  it('is refused in the clear when STARTTLS is required and not offered', async () => {
    server = await startMailServer({ tls: 'none', login });
    const failure = await failureOf(
      (await openMailer({ port: server.port, tls: 'starttls', login, caFile })).send(mail, '1'),
    );
    expect(failure).toBeInstanceOf(MailerUnavailable);
    expect(server.mails).toEqual([]);
  });

  it('requires a readable certificate file', async () => {
    const settings = { port: 1, tls: 'starttls' } as const;
    await expect(openMailer({ ...settings, caFile: join(folder, 'none.pem') })).rejects.toThrow(
      /^SMTP_CA_FILE cannot be read: ENOENT/,
    );
    const noPem = join(folder, 'no.pem');
    await writeFile(noPem, 'certificate');
    await expect(openMailer({ ...settings, caFile: noPem })).rejects.toThrow(
      /^SMTP_CA_FILE holds no certificate/,
    );
  });

  it('fails with a wrong password, which no message contains', async () => {
    server = await startMailServer({ tls: 'implicit', certificate, login });
    const wrong = { user: 'shop', password: 'guessed wrong' };
    const failure = await failureOf(
      (await openMailer({ port: server.port, tls: 'implicit', login: wrong, caFile })).send(mail, '1'),
    );
    expect(failure).toBeInstanceOf(MailerUnavailable);
    expect(String(failure)).toContain('535 5.7.8 Authentication credentials invalid');
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain('guessed wrong');
  });
});

describe('an email', () => {
  it('arrives with both parts, from the shop, marked as sent by a machine', async () => {
    const { server, mailer } = await open();
    const odd = {
      ...mail,
      subject: 'Säge №5 – 王',
      text: 'Grüße,\n…\n.\nend\n',
      html: '<p>Grüße — 王</p>\n',
    };
    await mailer.send(odd, 'abc');
    expect(server.mails).toHaveLength(1);
    const [{ headers, ...arrived } = { headers: {} as Record<string, string> }] = server.mails;
    expect(arrived).toMatchObject({
      from: 'shop@shop.example',
      to: ['ada@home.example'],
      text: odd.text,
      html: odd.html,
    });
    expect(headers).toMatchObject({
      from: 'Toolyard <shop@shop.example>',
      to: 'ada@home.example',
      'message-id': '<abc@shop.example>',
      'auto-submitted': 'auto-generated',
    });
  });

  it('references earlier messages of its conversation, and is marked as written by a person', async () => {
    const { server, mailer } = await open();
    await mailer.send({ ...mail, follows: ['message', 'answer'] }, 'next');
    expect(server.mails[0]?.headers).toMatchObject({
      'message-id': '<next@shop.example>',
      'in-reply-to': '<answer@shop.example>',
      references: '<message@shop.example> <answer@shop.example>',
      'auto-submitted': 'no',
    });
  });

  it('has the given reply address, unless that would inject a header or a second address', async () => {
    const { server, mailer } = await open();
    await mailer.send({ ...mail, replyTo: 'cora@home.example' }, '1');
    expect(server.mails[0]?.headers['reply-to']).toBe('cora@home.example');
    for (const replyTo of [
      'cora@home.example\r\nBcc: all@home.example',
      'cora@home.example, all@home.example',
      'Cora <cora@home.example>',
    ]) {
      server.mails.length = 0;
      await mailer.send({ ...mail, replyTo }, replyTo.length.toString());
      expect(Object.keys(server.mails[0]?.headers ?? {}), replyTo).not.toContain('reply-to');
      expect(Object.keys(server.mails[0]?.headers ?? {}), replyTo).not.toContain('bcc');
    }
  });

  it('has one subject and one recipient, whatever they contain', async () => {
    const { server, mailer } = await open();
    await mailer.send({ ...mail, subject: 'One\r\nBcc: all@home.example\r\n\r\nbody' }, '1');
    expect(server.mails[0]?.headers.subject).toBe('One Bcc: all@home.example  body');
    expect(server.mails[0]?.headers).not.toHaveProperty('bcc');
    for (const to of [
      'ada@home.example\r\nBcc: all@home.example',
      'ada@home.example\r\nRCPT TO:<all@home.example>',
      'ada@home.example, all@home.example',
      'Ada <ada@home.example>',
      'ada',
      '',
    ]) {
      const failure = await failureOf(mailer.send({ ...mail, to }, '2'));
      expect(failure, to).toBeInstanceOf(EmailRefused);
      expect(String(failure), to).not.toContain('home.example');
    }
    expect(server.mails).toHaveLength(1);
  });

  it('is rejected for good for an unknown recipient, and deferred by a greylist', async () => {
    const { server, mailer } = await open();
    server.behave({ recipient: () => ({ code: 550, text: '5.1.1 <ada@home.example> is nobody' }) });
    const refused = await failureOf(mailer.send(mail, '1'));
    expect(refused).toBeInstanceOf(EmailRefused);
    expect(String(refused)).toBe('EmailRefused: the mail server answered to RCPT TO: 550 5.1.1');

    server.behave({ recipient: () => ({ code: 450, text: '4.2.0 Greylisted, come back later' }) });
    const putOff = await failureOf(mailer.send(mail, '1'));
    expect(putOff).toBeInstanceOf(MailerUnavailable);
    expect(String(putOff)).toBe('MailerUnavailable: the mail server answered to RCPT TO: 450 4.2.0');

    server.behave({});
    await mailer.send(mail, '1');
    expect(server.mails.map(({ headers }) => headers['message-id'])).toEqual(['<1@shop.example>']);
  });

  it('is rejected for good for its content', async () => {
    const { server, mailer } = await open();
    server.behave({ mail: () => ({ code: 554, text: '5.7.1 looks like spam' }) });
    expect(String(await failureOf(mailer.send(mail, '1')))).toBe(
      'EmailRefused: the mail server answered to DATA: 554 5.7.1',
    );
  });
});

it('checks whether the server accepts the login, and sends nothing', async () => {
  server = await startMailServer({ tls: 'implicit', certificate, login });
  const right = { port: server.port, tls: 'implicit', login, caFile } as const;
  expect(await (await openMailer(right)).check()).toBe('the server takes the login');
  await mailer?.close();
  const wrong = await openMailer({ ...right, login: { ...login, password: 'guessed' } });
  await expect(wrong.check()).rejects.toThrow('answered to AUTH PLAIN: 535');
  expect(server.mails).toEqual([]);
});
