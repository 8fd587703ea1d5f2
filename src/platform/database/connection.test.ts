import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readDatabaseUrl } from './connection.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolyard-pem-'));
const file = (name: string) => {
  const path = join(folder, name);
  writeFileSync(path, `PEM of ${name}`);
  return path;
};
const ca = file('ca');
afterAll(() => rmSync(folder, { recursive: true }));

const remote = 'postgres://shop:secret@db.example/toolyard';

it('reads the parts of an address', () => {
  expect(readDatabaseUrl('postgresql://shop%40home:p%2Fw@127.0.0.1:5433/tool%20yard')).toEqual({
    host: '127.0.0.1',
    port: 5433,
    user: 'shop@home',
    password: 'p/w',
    database: 'tool yard',
  });
  expect(readDatabaseUrl('postgres://shop:secret@[::1]')).toEqual({
    host: '::1',
    port: 5432,
    user: 'shop',
    password: 'secret',
    database: 'shop',
  });
});

it.each([
  'postgres://shop:secret@%2Frun%2Fpostgresql/toolyard?options=-c%20work_mem%3D8MB',
  'postgres://shop:secret@/toolyard?host=/run/postgresql&options=-c%20work_mem%3D8MB',
])('reads a socket: %s', (address) => {
  expect(readDatabaseUrl(`${address}&sslmode=require`)).toEqual({
    host: '/run/postgresql',
    port: 5432,
    user: 'shop',
    password: 'secret',
    database: 'toolyard',
    options: '-c work_mem=8MB',
  });
});

it.each([
  ['', undefined, { checks: 'name' }],
  ['', ca, { checks: 'name', ca: 'PEM of ca' }],
  ['sslmode=disable', ca, undefined],
  ['sslmode=require', undefined, { checks: 'nothing' }],
  ['sslmode=require', ca, { checks: 'authority', ca: 'PEM of ca' }],
  ['sslmode=verify-ca', ca, { checks: 'authority', ca: 'PEM of ca' }],
  ['sslmode=verify-full', undefined, { checks: 'name' }],
  ['sslmode=verify-full&sslrootcert=system', ca, { checks: 'name' }],
  [`sslmode=verify-full&sslrootcert=${file('other')}`, ca, { checks: 'name', ca: 'PEM of other' }],
  [
    `sslcert=${file('mine')}&sslkey=${file('key')}`,
    ca,
    { checks: 'name', ca: 'PEM of ca', cert: 'PEM of mine', key: 'PEM of key' },
  ],
])('reads ?%s with the authorities in %s as %o', (given, caFile, tls) => {
  expect(readDatabaseUrl(`${remote}?${given}`, caFile).tls).toEqual(tls);
});

it.each([
  ['postgres://localhost/toolyard', 'names no user'],
  ['postgres://shop:secret@db.example:port/toolyard', 'is not an address such as'],
  ['postgres://shop:100%@db.example/toolyard', 'has a % that starts no %XX'],
  [
    `${remote}?sslmode=prefer`,
    'has sslmode=prefer, which is none of disable, require, verify-ca, verify-full',
  ],
  [`${remote}?sslmode=verify-ca`, 'needs DATABASE_CA_FILE'],
  ...['require', 'verify-ca'].map((mode) => [
    `${remote}?sslmode=${mode}&sslrootcert=system`,
    'has sslrootcert=system, which goes with sslmode=verify-full only',
  ]),
  [`${remote}?sslcert=${ca}`, 'has one of sslcert and sslkey, which go together'],
  [`${remote}?sslrootcert=/nowhere/ca.pem`, 'needs the file /nowhere/ca.pem, which cannot be read (ENOENT)'],
  [`${remote}?channel_binding=require`, 'has channel_binding, which is none of host, port, sslmode'],
])('refuses %s: it %s', (address, problem) => {
  expect(() => readDatabaseUrl(address)).toThrow(problem);
  expect(() => readDatabaseUrl(address)).not.toThrow('secret');
});
