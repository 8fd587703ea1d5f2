import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { EmbeddedPostgresError, explainFileError, gaveUpOnFullDisk } from './failure.ts';

test.each([
  [
    'EACCES',
    '/shop is not writable for the user who starts the shop. Change its owner, or set SHOP_DATA_DIR to another folder.',
  ],
  ['EROFS', '/shop is on a read-only disk. Set SHOP_DATA_DIR to a folder that can be written.'],
  ['ENOENT', '/shop cannot be made where it is. Set SHOP_DATA_DIR to a folder that can be written.'],
  ['ENAMETOOLONG', '/shop is too long a path. Set SHOP_DATA_DIR to a shorter one.'],
  [
    'ENOSPC',
    'The disk that holds /shop is full. Make room there, or set SHOP_DATA_DIR to a folder on another disk.',
  ],
  [
    'EDQUOT',
    'The disk that holds /shop is full. Make room there, or set SHOP_DATA_DIR to a folder on another disk.',
  ],
  [
    'ENOTDIR',
    '/shop cannot be a folder: a file is in its place. Move the file, or set SHOP_DATA_DIR to another folder.',
  ],
])('%s becomes a line that says what to do', (code, message) => {
  const cause = Object.assign(new Error(code), { code });
  const explained = explainFileError(cause, '/shop');
  expect(explained).toEqual(new EmbeddedPostgresError(message, { cause }));
});

test('an error of another kind stays what it is', () => {
  const error = new TypeError('not a system error');
  expect(explainFileError(error, '/shop')).toBe(error);
});

test.each([
  ['could not write to file "pg_wal/xlogtemp.1": No space left on device', true],
  ['FATAL:  could not extend file "base/1/2606": wrote only 4096 of 8192 bytes at block 2', true],
  ['FATAL:  invalid value for parameter "shared_buffers"', false],
])('%s: a full disk? %s', async (output, full) => {
  expect(await gaveUpOnFullDisk(output, tmpdir())).toBe(full);
});
