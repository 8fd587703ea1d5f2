import { expect, test } from 'vitest';
import { EmbeddedPostgresError, explainFileError } from './failure.ts';

test.each([
  [
    'EACCES',
    '/shop is not writable for the user who starts the shop. Change its owner, or set SHOP_DATA_DIR to another folder.',
  ],
  ['EROFS', '/shop is on a read-only disk. Set SHOP_DATA_DIR to a folder that can be written.'],
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
