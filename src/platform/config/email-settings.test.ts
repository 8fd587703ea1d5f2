import { describe, expect, it } from 'vitest';
import { problemsOf } from '#tests/support/problems-of.ts';
import { readConfig } from './config.ts';

const smtp = { MAIL: 'smtp', SMTP_HOST: 'mail.shop.example', MAIL_FROM: 'Toolyard <shop@shop.example>' };

describe('a mail server', () => {
  it('requires a name and a sender', () => {
    expect(readConfig(smtp).email).toEqual({
      kind: 'smtp',
      host: 'mail.shop.example',
      port: 587,
      tls: 'starttls',
      login: undefined,
      caFile: undefined,
      from: { name: 'Toolyard', address: 'shop@shop.example' },
    });
    expect(problemsOf({ MAIL: 'smtp' })).toEqual([
      '  SMTP_HOST is missing: MAIL=smtp needs it',
      '  MAIL_FROM is missing: MAIL=smtp needs it',
    ]);
  });

  it('requires user and password together', () => {
    const login = { SMTP_USER: 'shop', SMTP_PASSWORD: 'p@ss:w/rd' };
    expect(readConfig({ ...smtp, ...login }).email).toMatchObject({
      login: { user: 'shop', password: 'p@ss:w/rd' },
    });
    expect(problemsOf({ ...smtp, SMTP_USER: 'shop' })).toEqual([
      '  SMTP_PASSWORD is missing: SMTP_USER is set, and they go together',
    ]);
  });

  it.each([
    [{}, { tls: 'starttls', port: 587 }],
    [{ SMTP_PORT: '465' }, { tls: 'implicit', port: 465 }],
    [{ SMTP_TLS: 'implicit' }, { tls: 'implicit', port: 465 }],
    [
      { SMTP_TLS: 'implicit', SMTP_PORT: '2465' },
      { tls: 'implicit', port: 2465 },
    ],
    [
      { SMTP_TLS: 'starttls', SMTP_PORT: '465' },
      { tls: 'starttls', port: 465 },
    ],
    [{ SMTP_PORT: '25' }, { tls: 'starttls', port: 25 }],
    [{ SMTP_TLS: 'none' }, { tls: 'none', port: 587 }],
  ])('configured with %j is reached %j', (settings, expected) => {
    expect(readConfig({ ...smtp, ...settings }).email).toMatchObject(expected);
  });

  it('requires TLS in live mode, unless it is on this machine', () => {
    const refusal = '  SMTP_TLS must not be none in live mode, unless SMTP_HOST is this machine';
    const open = { ...smtp, SMTP_TLS: 'none', SHOP_MODE: 'live' };
    expect(problemsOf(open)).toContain(refusal);
    expect(problemsOf({ ...open, SMTP_HOST: '127.0.0.1' })).not.toContain(refusal);
    expect(problemsOf({ ...open, SMTP_HOST: '127.0.0.1.shop.example' })).toContain(refusal);
    expect(problemsOf({ ...open, SMTP_TLS: 'starttls' })).not.toContain(refusal);
    expect(problemsOf({ ...smtp, SMTP_TLS: 'none' })).toEqual([]);
  });

  it('replaces the mailbox in live mode', () => {
    const complaints = problemsOf({ ...smtp, SHOP_MODE: 'live' }).join();
    expect(complaints).not.toContain('MAIL must not be mailbox');
  });

  it.each([
    ['shop@shop.example', { name: '', address: 'shop@shop.example' }],
    ['<shop@shop.example>', { name: '', address: 'shop@shop.example' }],
    ['Toolyard shop <shop@shop.example>', { name: 'Toolyard shop', address: 'shop@shop.example' }],
    ['"Tools, Inc." <shop@shop.example>', { name: 'Tools, Inc.', address: 'shop@shop.example' }],
    ['Zoë 王 <shop@shop.example>', { name: 'Zoë 王', address: 'shop@shop.example' }],
  ])('sends as %s', (from, expected) => {
    expect(readConfig({ ...smtp, MAIL_FROM: from }).email).toMatchObject({ from: expected });
  });

  it.each([
    'shop',
    'a@shop.example, b@shop.example',
    'Toolyard <shop@shop.example> <b@shop.example>',
    'Toolyard <shop>',
    'Toolyard <shop@shop.example\r\nBcc: b@shop.example>',
    'Tool\r\nBcc: b@shop.example <shop@shop.example>',
  ])('refuses to send as %j', (from) => {
    expect(problemsOf({ ...smtp, MAIL_FROM: from }).join()).toMatch(/^ {2}MAIL_FROM must be /);
  });

  it('reports wrong settings', () => {
    const wrong = { SMTP_HOST: 'smtp://mail.shop.example', SMTP_PORT: '0', SMTP_TLS: 'yes', MAIL_FROM: 'me' };
    expect(problemsOf({ ...smtp, ...wrong })).toEqual([
      '  MAIL_FROM must be an address, such as shop@shop.example',
      '  SMTP_HOST must be a name or an address, such as mail.shop.example',
      '  SMTP_PORT must be between 1 and 65535',
      '  SMTP_TLS must be implicit, starttls or none',
    ]);
    expect(problemsOf({ ...smtp, SMTP_TLS: 'none', SMTP_CA_FILE: '/ca.pem' })).toEqual([
      '  SMTP_CA_FILE is not used: SMTP_TLS is none',
    ]);
  });
});
