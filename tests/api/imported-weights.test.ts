import { expect, it } from 'vitest';
import type { ImportChange } from '#features/imports/contract.ts';
import { readReport, sendImport, toolsFile } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

/** Returns the grams of each tool in a file, or the errors of its rows. */
async function gramsOf(lines: string[], weightUnit?: string) {
  const form = toolsFile(lines.join('\n'));
  if (weightUnit !== undefined) form.append('weightUnit', weightUnit);
  const { body } = await sendImport(t, admin, form);
  await t.runJobs();
  const report = await readReport(t, admin, body.id);
  const changes = await t.call<ImportChange[]>('GET', `/imports/${body.id}/changes`, { token: admin.token });
  const grams = changes.body.map(({ after }) => after.weight_grams);
  return report.errors.length > 0 ? report.errors.map(({ message }) => message) : grams;
}

const file = (column: string, ...cells: string[]) => [
  `sku,title,price,${column}`,
  ...cells.map((cell, nth) => `W-${nth},Weighed ${nth},5,${cell}`),
];

it.each([
  ['in the name of the column', file('Weight (kg)', '1.5'), [1500]],
  ['named as a word', file('Weight value (grams)', '907'), [907]],
  [
    'as Shopify has it, beside the unit that it shows',
    file('Variant Grams,Variant Weight Unit', '454,lb'),
    [454],
  ],
  ['as the shop exports it', file('weight_grams', '454'), [454]],
  ['in a column beside it', file('Weight,Weight unit', '2,lb', '2,kg', '8,oz'), [907, 2000, 227]],
  ['in the cell', file('Weight (kg)', '2 lb', '300g', '1'), [907, 300, 1000]],
])('reads a weight whose unit is %s', async (_where, lines, grams) => {
  expect(await gramsOf(lines)).toEqual(grams);
});

it('reads weights that say no unit in the one asked for, or else in that of the shop', async () => {
  const lines = file('Weight', '2');
  expect(await gramsOf(lines)).toEqual([907]);
  expect(await gramsOf(lines, '')).toEqual([907]);
  expect(await gramsOf(lines, 'oz')).toEqual([57]);
  const region = { country: 'DE', state: '', zone: 'Europe/Berlin', units: 'metric' };
  const moved = await t.call('PATCH', '/details', { token: admin.token, body: { version: 1, region } });
  expect(moved.status).toBe(200);
  expect(await gramsOf(lines)).toEqual([2000]);
});

it('takes no unit that it does not know', async () => {
  expect(await gramsOf(file('Weight,Weight unit', '2,stone'))).toEqual(['Weight, g must be a number']);
  const form = toolsFile(file('Weight', '2').join('\n'));
  form.append('weightUnit', 'stone');
  const refused = await sendImport(t, admin, form);
  expect(refused).toMatchObject({ status: 400, body: { error: { field: 'weightUnit' } } });
});
