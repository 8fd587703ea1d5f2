import { beforeAll, expect, it } from 'vitest';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { importErrorTexts } from '#features/imports/texts.ts';
import {
  checkFile,
  csv,
  exportTools,
  moveOn,
  numberedTools,
  readReport,
  sendImport,
  toolsFile,
} from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const makeNumbered = numberedTools(t);
let imgs: string[];

beforeAll(async () => {
  imgs = [(await t.makeTool()).img, (await t.makeTool()).img, (await t.makeTool()).img];
});

const picturesOf = async (id: string) => {
  const { img, pictures } = (await t.call<ToolDetails>('GET', `/tool/${id}`)).body;
  return [img, ...pictures.map((each) => each.img)];
};

it('imports further pictures, one per line, and restores the earlier ones on undo', async () => {
  const { id, number } = await makeNumbered();
  const [first = ''] = await picturesOf(id);
  const body = { version: 1, pictures: [{ img: imgs[0] }] };
  await t.call('PATCH', `/tool/${id}`, { token: admin.token, body });
  const start = await exportTools(t, admin);
  const lines = [imgs[2], imgs[1]].join('\n');
  const { _id, errors } = await checkFile(t, admin, csv('part_number,pictures', `${number},"${lines}"`));
  expect(errors).toEqual([]);
  await moveOn(t, admin, _id, 'apply');
  expect(await picturesOf(id)).toEqual([first, imgs[2], imgs[1]]);
  expect(await checkFile(t, admin, await exportTools(t, admin))).toMatchObject({
    changes: 0,
    errors: [],
    ignored: ['documents'],
  });
  await moveOn(t, admin, _id, 'undo');
  expect(await exportTools(t, admin)).toBe(start);
  expect(await picturesOf(id)).toEqual([first, imgs[0]]);

  const twice = await checkFile(t, admin, csv('part_number,pictures', `${number},"${first}"`));
  expect(twice.errors).toMatchObject([{ row: 2, column: 'pictures' }]);
});

it('imports pictures by file name, and names the missing ones', async () => {
  const { id, number } = await makeNumbered();
  const other = await makeNumbered();
  const form = toolsFile(
    csv(
      'part_number,img,pictures',
      // The same letters as two systems encode them: as one code point, or as two.
      `${number},S\u00e4w.JPG,"back.png\n${imgs[2]}"`,
      `${other.number},s\u00e4w.jpg,side.png`,
    ),
  );
  form.append(
    'pictures',
    JSON.stringify({ 'sa\u0308w.jpg': imgs[0], 'back.png': imgs[1], 'Forgotten.png': imgs[2] }),
  );
  const { body } = await sendImport(t, admin, form);
  await t.runJobs();
  const report = await readReport(t, admin, body.id);
  expect(report.errors).toEqual([
    { row: 3, column: 'pictures', message: importErrorTexts.noPicture('side.png') },
  ]);
  expect(report.unusedPictures).toEqual(['Forgotten.png']);
  await moveOn(t, admin, body.id, 'apply', { leaveOutErrors: true });
  expect(await picturesOf(id)).toEqual(imgs);
});
