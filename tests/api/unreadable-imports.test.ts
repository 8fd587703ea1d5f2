import { describe, expect, it } from 'vitest';
import { importErrorTexts } from '#features/imports/texts.ts';
import { checkFile, csv, numberedTools, sendImport, toolsFile } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const makeNumbered = numberedTools(t);

const plain = csv('part_number,name', 'X-1,Saw');
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('a file that is not plain text', () => {
  it.each([
    ['a zero in a part number', csv('part_number,name', 'X-1,Saw', 'X\0,Saw'), 3],
    ['a zero in a category', csv('part_number,category', 'X-1,Sa\0ws'), 2],
    ['a zero in a brand', csv('part_number,brand', 'X-1,Ac\0me'), 2],
    ['a zero in a picture', csv('part_number,img', 'X-1,a\0.png'), 2],
    ['a zero in a column’s name', csv('part_number,na\0me', 'X-1,Saw'), 1],
    ['a zero in a column that is not imported', csv('part_number,remark', 'X-1,\0'), 2],
    ['UTF-16 without its mark', Buffer.from(plain, 'utf16le'), 1],
    ['UTF-16, the high byte first, without its mark', swapped(plain), 1],
  ])('fails with %s, and says how to save it', async (_what, content, row) => {
    const report = await checkFile(t, admin, content);
    expect(report).toMatchObject({ state: 'failed', changes: 0 });
    expect(report.errors).toEqual([{ row, column: null, message: importErrorTexts.notText }]);
  });

  it('is read as UTF-16 by its byte order mark, in either byte order', async () => {
    const { number } = await makeNumbered();
    const text = `\ufeff${csv('part_number,name', `${number},Fräse`)}`;
    for (const [encoding, bytes] of [
      ['utf-16le', Buffer.from(text, 'utf16le')],
      ['utf-16be', swapped(text)],
    ] as const)
      expect(await checkFile(t, admin, bytes)).toMatchObject({ state: 'checked', encoding, changes: 1 });
  });

  it.each(['na\0me', 'na\ud800me'])(
    'is refused, naming its field, if a column is said to have that name',
    async (name) => {
      const reply = await sendImport(t, admin, toolsFile(plain, { [name]: 'name' }));
      expect(reply).toMatchObject({
        status: 400,
        body: { error: { code: 'invalid_input', field: 'columns', message: importErrorTexts.notText } },
      });
    },
  );
});
