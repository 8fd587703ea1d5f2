import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { EmbeddedPostgresError, explainFileError, gaveUpOnFullDisk } from './failure.ts';

test.each([
  [
    'EACCES',
    '/trial is not writable for the user who starts the program. Change its owner, or use another data folder.',
  ],
  ['EROFS', '/trial is on a read-only disk. Use a data folder that can be written.'],
  ['ENOENT', '/trial cannot be made where it is. Use a data folder that can be written.'],
  ['ENAMETOOLONG', '/trial is too long a path. Use a data folder with a shorter one.'],
  ['ENOSPC', 'The disk that holds /trial is full. Make room there, or use a data folder on another disk.'],
  ['EDQUOT', 'The disk that holds /trial is full. Make room there, or use a data folder on another disk.'],
  [
    'ENOTDIR',
    '/trial cannot be a folder: a file is in its place. Move the file, or use another data folder.',
  ],
])('%s becomes a message that says what to do', (code, message) => {
  const cause = Object.assign(new Error(code), { code });
  const explained = explainFileError(cause, '/trial');
  expect(explained).toEqual(new EmbeddedPostgresError(message, { cause }));
});

test('passes an error of another kind through unchanged', () => {
  const error = new TypeError('not a system error');
  expect(explainFileError(error, '/trial')).toBe(error);
});

test.each([
  ['could not write to file "pg_wal/xlogtemp.1": No space left on device', true],
  ['FATAL:  could not extend file "base/1/2606": wrote only 4096 of 8192 bytes at block 2', true],
  ['FATAL:  invalid value for parameter "shared_buffers"', false],
])('%s: a full disk? %s', async (output, full) => {
  expect(await gaveUpOnFullDisk(output, tmpdir())).toBe(full);
});
