import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { Certificate } from './certificate.ts';
import { type ReadMail, readMail } from './read-mail.ts';

/** An email that the server accepted, and its connection. */
export type TakenMail = ReadMail & { from: string; to: string[]; secure: boolean; connection: string };

/** The response to a step instead of success. */
export type SmtpAnswer = { code: number; text: string };

/** How a server behaves; without rules it accepts every email. */
export type MailServerRules = {
  /** A refusal of this recipient. */
  recipient?: (address: string) => SmtpAnswer | undefined;
  /** The result for an email once its last byte has arrived, unless it is accepted: refused, cut off before
   * or after it is stored, or never answered, stored (`hang after`) or not. */
  mail?: () => SmtpAnswer | 'cut before' | 'cut after' | 'hang' | 'hang after' | undefined;
};

/** A mail server on loopback. */
export type MailServer = {
  port: number;
  mails: TakenMail[];
  /** The Message-IDs of all emails whose last byte arrived, accepted or not. */
  tried: string[];
  /** Sets the rules from now on. */
  behave(rules: MailServerRules): void;
  /** Ends all connections, as a server does that is started again. */
  cut(): void;
  /** The number of connections opened so far, and open now. */
  opened(): number;
  open(): number;
  stop(): Promise<void>;
};

/** Starts a mail server. `login`: the only account that may send; without it everyone may. */
export async function startMailServer(options: {
  tls: 'implicit' | 'starttls' | 'none';
  certificate?: Certificate;
  login?: { user: string; password: string };
}): Promise<MailServer> {
  const { tls, certificate, login } = options;
  const mails: TakenMail[] = [];
  const tried: string[] = [];
  let rules: MailServerRules = {};
  let opened = 0;

  const cut = () => {
    for (const connection of server.connections) connection.close();
  };
  const server = new SMTPServer({
    ...certificate,
    secure: tls === 'implicit',
    disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    allowInsecureAuth: tls === 'none',
    disableReverseLookup: true,
    closeTimeout: 100,
    logger: false,
    onConnect(_session, done) {
      opened += 1;
      done();
    },
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username });
      else done(refusal({ code: 535, text: '5.7.8 Authentication credentials invalid' }));
    },
    onRcptTo({ address }, _session, done) {
      const answer = rules.recipient?.(address);
      done(answer && refusal(answer));
    },
    async onData(stream, session, done) {
      // An email that breaks off half-way is not received.
      const raw = await text(stream.setEncoding('latin1')).catch(() => undefined);
      if (raw === undefined) return;
      const mail = readMail(raw);
      tried.push(mail.headers['message-id'] ?? '');
      const answer = rules.mail?.();
      if (answer === 'hang') return;
      if (answer === 'cut before') return cut();
      if (typeof answer === 'object') return done(refusal(answer));
      const { mailFrom, rcptTo } = session.envelope;
      mails.push({
        ...mail,
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        secure: session.secure,
        connection: session.id,
      });
      if (answer === 'cut after') cut();
      else if (answer !== 'hang after') done(null, 'taken');
    },
  });
  // A client that rejects a certificate breaks the connection.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');

  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    tried,
    behave(next) {
      rules = next;
    },
    cut,
    opened: () => opened,
    open: () => server.connections.size,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal({ code, text }: SmtpAnswer): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
