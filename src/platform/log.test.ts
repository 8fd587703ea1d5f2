import pg from 'pg';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

/** What the log writes for `fields`. */
function written(fields: object): string {
  const lines: string[] = [];
  createLog('info', { write: (line) => lines.push(line) }).error(fields, 'it failed');
  return lines.join('');
}

it('tells which error the database had, and nothing of the row', () => {
  const err = new pg.DatabaseError('duplicate key value', 1, 'error');
  Object.assign(err, {
    code: '23505',
    constraint: 'users_email_key',
    detail: 'Key (email)=(ada@home.example) already exists.',
    where: 'row (ada@home.example)',
    internalQuery: "select 'ada@home.example'",
  });
  const line = written({ err });
  expect(line).toContain('duplicate key value');
  expect(line).toContain('users_email_key');
  expect(line).not.toContain('ada@home.example');
});

it('keeps secrets to itself', () => {
  const secret = 'not for the log';
  const req = { headers: { authorization: secret, cookie: secret } };
  const body = { password: secret, token: secret, clientSecret: secret };
  expect(written({ req, body })).not.toContain(secret);
});
