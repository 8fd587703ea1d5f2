import { expect, it } from 'vitest';
import { EmailRefused, MailerUnavailable } from './mailer.ts';
import { isTimeout, toEmailFailure } from './smtp-mailer.ts';

/** A failure as the library throws it after a reply. */
function replied(command: string, response: string): Error {
  const responseCode = Number(response.slice(0, 3));
  return Object.assign(new Error(`Failed: ${response}`), {
    code: 'EENVELOPE',
    command,
    response,
    responseCode,
  });
}

it.each([
  ['RCPT TO', '550 5.1.1 <ada@home.example>: no such user ada', '550 5.1.1'],
  ['RCPT TO', '550-ada@home.example\n550 is nobody', '550'],
  ['RCPT TO', '551 User not local', '551'],
  ['RCPT TO', '552 5.2.2 ada@home.example is over quota', '552 5.2.2'],
  ['DATA', '554 5.7.1 Message rejected for ada', '554 5.7.1'],
])('treats a reply to %s of %j as final', (command, response, said) => {
  const failure = toEmailFailure(replied(command, response));
  expect(failure).toBeInstanceOf(EmailRefused);
  expect(failure.message).toBe(`the mail server answered to ${command}: ${said}`);
});

it.each([
  ['RCPT TO', '450 4.2.0 Greylisted'],
  ['RCPT TO', '451 4.7.1 Try again later'],
  ['RCPT TO', '452 4.2.2 Mailbox full'],
  ['RCPT TO', '421 4.3.2 Closing'],
  ['RCPT TO', '503 5.5.1 Bad sequence'],
  ['RCPT TO', '530 5.7.0 Authentication required'],
  ['DATA', '451 4.3.0 Queue file write error'],
  ['MAIL FROM', '550 5.7.1 Sender not allowed'],
  ['MAIL FROM', '530 5.7.0 Must issue a STARTTLS command first'],
  ['AUTH PLAIN', '535 5.7.8 Username and Password not accepted'],
  ['EHLO', '554 5.7.1 Your address is listed'],
])('tries again after a reply to %s of %j', (command, response) => {
  expect(toEmailFailure(replied(command, response))).toBeInstanceOf(MailerUnavailable);
});

it('explains why a server refuses the shop, without an address', () => {
  const reply = '535-5.7.8 Username of shop@shop.example\n535 5.7.8 not accepted: see https://help.example';
  expect(toEmailFailure(replied('AUTH PLAIN', reply)).message).toBe(
    'the mail server answered to AUTH PLAIN: 535-5.7.8 Username of … 535 5.7.8 not accepted: see https://help.example',
  );
});

it('explains what is wrong with the connection to the server', () => {
  const failure = toEmailFailure(Object.assign(new Error('self-signed certificate'), { code: 'ESOCKET' }));
  expect(failure).toBeInstanceOf(MailerUnavailable);
  expect(failure.message).toBe('the mail server cannot be reached: self-signed certificate');
  const noTls = { code: 'ETLS', command: 'STARTTLS', response: '502 5.5.1 No', responseCode: 502 };
  expect(toEmailFailure(Object.assign(new Error('Error upgrading'), noTls)).message).toBe(
    'the mail server does not take STARTTLS, which SMTP_TLS asks for: 502 5.5.1 No',
  );
});

it('distinguishes a slow server from one that refuses', () => {
  expect(isTimeout(Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }))).toBe(true);
  expect(isTimeout(Object.assign(new Error('aborted'), { code: 'EABORT' }))).toBe(true);
  expect(isTimeout(replied('RCPT TO', '450 later'))).toBe(false);
});
