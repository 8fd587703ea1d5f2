import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { runAsActor } from './actor.ts';
import { createLog } from './log.ts';
import { type Span, workFor } from './span.ts';

const lines: string[] = [];
const log = createLog('info', { write: (line) => lines.push(line) });

/** The log output for `fields`. */
function written(fields: object, message = 'it failed'): string {
  log.error(fields, message);
  const line = lines.pop() ?? '';
  expect(line).toBe(`${JSON.stringify(JSON.parse(line))}\n`);
  return line;
}

/** The logged form of an error, as an object. */
const loggedError = (error: unknown) => JSON.parse(written({ err: error })).err;

describe('an error', () => {
  it('from the database has its name, and reveals nothing of the row', () => {
    const err = new pg.DatabaseError('duplicate key value', 1, 'error');
    Object.assign(err, {
      code: '23505',
      constraint: 'users_email_key',
      detail: 'Key (email)=(ada@home.example) already exists.',
      where: 'row (ada the joiner)',
      internalQuery: "select 'ada the joiner'",
    });
    expect(loggedError(err)).toEqual({
      type: 'DatabaseError',
      message: 'duplicate key value',
      stack: expect.stringContaining('duplicate key value'),
      code: '23505',
      constraint: 'users_email_key',
    });
  });

  it('includes its causes, and nothing that a library attaches to it', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:25'), { code: 'ESOCKET' });
    const err = Object.assign(new Error('no mail left', { cause }), {
      response: '550 no such user',
      raw: { headers: { authorization: 'the key' } },
      input: 'what was typed',
    });
    expect(loggedError(err)).toEqual({
      type: 'Error',
      message: 'no mail left: connect ECONNREFUSED 192.0.2.1:25',
      stack: expect.stringContaining('caused by: Error: connect ECONNREFUSED'),
    });
    expect(loggedError(new AggregateError([cause])).errors).toEqual([
      { type: 'Error', message: cause.message, code: 'ESOCKET', stack: cause.stack },
    ]);
  });
});

describe('a secret', () => {
  it.each([
    ['password'],
    ['idToken'],
    ['clientSecret'],
    ['authorization'],
    ['set-cookie'],
    ['SMTP_PASSWORD'],
    ['api_key'],
  ])('named %s is not written, however deep', (name) => {
    const fields = { one: { two: [{ [name]: 'hush "hush"', beside: 'seen' }] }, [name]: ['hush', 'hush'] };
    const line = written(fields);
    expect(line).not.toContain('hush');
    expect(JSON.parse(line).one.two).toEqual([{ [name]: '[Redacted]', beside: 'seen' }]);
  });

  it.each([
    [
      'postgres://shop:hush@db.example:5432/shop is away',
      'postgres://[Redacted]@db.example:5432/shop is away',
    ],
    ['smtps://shop:hu%40sh@mail.example', 'smtps://[Redacted]@mail.example'],
    ['GET /verify-email?token=hush&next=/tools', 'GET /verify-email?token=[Redacted]&next=/tools'],
    ['/orders?limit=5&email=hush%40home.example', '/orders?limit=5&email=[Redacted]'],
    ['https://s3.example/a?X-Amz-Signature=hush', 'https://s3.example/a?X-Amz-Signature=[Redacted]'],
    ['it sent Bearer hush.hush.hush', 'it sent Bearer [Redacted]'],
    ['authorization: Basic aHVzaDpodXNo', 'authorization: [Redacted]'],
    ['Set-Cookie: session=hush; Path=/', 'Set-Cookie: [Redacted]'],
    ['the token eyJhdXNo.eyJhdXNo.hush is old', 'the token [Redacted] is old'],
    ['No such key: sk_live_hush', 'No such key: [Redacted]'],
    [`the key toolyard_${'hush-_'.repeat(8)}h is old`, 'the key [Redacted] is old'],
    ['whsec_aHVz/hush+hush= is new', '[Redacted] is new'],
    ['whsec_hush and pi_3Nhush_secret_hush', '[Redacted] and [Redacted]'],
    ['-----BEGIN PRIVATE KEY-----\nhush\n-----END PRIVATE KEY-----\n', '[Redacted]\n'],
    ['550 5.1.1 <hush.hush@home.example> unknown', '550 5.1.1 <[Redacted]> unknown'],
  ])('in the middle of text is not written: %s', (words, expected) => {
    expect(JSON.parse(written({}, words)).msg).toBe(expected);
    const err = loggedError(new Error(words));
    expect(err.message).toBe(expected);
    expect(err.stack).not.toContain('hush');
  });

  it.each([
    'listening at http://127.0.0.1:3000',
    'at file:///srv/shop/node_modules/@fastify/static/index.js:10:5',
    'Failed task 12 (send-mail, 3 ms, attempt 1 of 25)',
    '{"tokens": 3}',
  ])('is not seen where there is none: %s', (words) => {
    expect(JSON.parse(written({}, words)).msg).toBe(words);
  });

  it('is searched for in long lines without taking long', () => {
    const long = 'a'.repeat(200_000);
    expect(JSON.parse(written({}, `${long}@${long}`)).msg).toHaveLength(400_001);
  });
});

describe('a log line', () => {
  it('names its request once', () => {
    runAsActor({ actor: 'user', requestId: 'the-request' }, () => {
      expect(JSON.parse(written({}))).toMatchObject({ reqId: 'the-request' });
      log.child({ reqId: 'the-request' }).error('it failed');
    });
    expect(lines.pop()?.match(/reqId/g)).toHaveLength(1);
    expect(written({})).not.toContain('reqId');
  });

  it('names its place in the trace', () => {
    const span: Span = {
      ids: { traceId: 'the trace', spanId: 'the span' },
      open: () => span,
      tell: () => undefined,
      end: () => undefined,
    };
    const line = workFor(span, () => written({}));
    expect(JSON.parse(line)).toMatchObject({ trace_id: 'the trace', span_id: 'the span' });
    expect(written({})).not.toContain('trace_id');
  });
});
