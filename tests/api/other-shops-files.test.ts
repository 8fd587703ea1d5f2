import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Category } from '#features/categories/contract.ts';
import type { ImportChange } from '#features/imports/contract.ts';
import { importErrorTexts as texts } from '#features/imports/texts.ts';
import { moveOn, readReport, sendImport, toolsFile } from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
/** The shop's pictures, by the file names that they came from. */
const imgs: Record<string, string> = {};

beforeAll(async () => {
  for (const name of Object.values(pictures).flat()) {
    const { img } = await t.makeTool();
    imgs[name.toLowerCase()] = img;
  }
});

const read = (name: string) =>
  readFile(new URL(`../support/shop-files/${name}.csv`, import.meta.url), 'utf8');

/** Sends a shop's file unchanged, with its pictures from a folder beside it. */
async function check(shop: keyof typeof pictures) {
  const form = toolsFile(await read(shop));
  const uploaded = Object.fromEntries(pictures[shop].map((name) => [name, imgs[name.toLowerCase()]]));
  form.append('pictures', JSON.stringify(uploaded));
  const { body } = await sendImport(t, admin, form);
  await t.runJobs();
  const report = await readReport(t, admin, body.id);
  const changes = await t.call<ImportChange[]>('GET', `/imports/${body.id}/changes`, { token: admin.token });
  return { report, tools: changes.body.map(({ after }) => after) };
}

const pictures = {
  shopify: ['Claw-hammer.jpg', 'claw-hammer-side.jpg', 'claw-hammer-back.jpg', 'marking-gauge.jpg'],
  woocommerce: ['back-saw.jpg', 'back-saw-2.jpg', 'chisel.jpg'],
  prestashop: ['etau.jpg', 'etau-2.jpg', 'serre-joint.jpg'],
};

describe('the product file of another shop', () => {
  it('from Shopify imports each variant as a tool, and reports what was not for sale there', async () => {
    const { report, tools } = await check('shopify');
    expect(report.errorKinds).toEqual([{ row: 6, column: null, message: texts.skipped.archived, rows: 1 }]);
    const [first] = tools;
    expect(first).toMatchObject({ part_number: 'CH-16', gtin: '0123456789012' });
    const hammer = {
      description: 'Forged in one piece.\n• Hickory handle\n• For 8" nails & smaller',
      brand: 'Hearth & Vale',
      category: 'Hammers',
      min_order_quantity: 1,
      img: imgs['claw-hammer.jpg'],
      pictures: `${imgs['claw-hammer-side.jpg']}\n${imgs['claw-hammer-back.jpg']}`,
    };
    expect(tools).toEqual([
      expect.objectContaining({
        ...hammer,
        ...{ part_number: 'CH-16', name: 'Claw hammer – 16 oz', price: 24.9 },
        ...{ available_quantity: 12, weight_grams: 454 },
      }),
      expect.objectContaining({
        ...hammer,
        ...{ part_number: 'CH-20', name: 'Claw hammer – 20 oz', price: 29.9 },
        ...{ available_quantity: 0, weight_grams: 567 },
      }),
      {
        ...{ part_number: 'marking-gauge', name: 'Marking gauge', description: 'Marking gauge', price: 18 },
        ...{ brand: 'Hearth & Vale', category: 'Measuring', min_order_quantity: 1, available_quantity: 0 },
        img: imgs['marking-gauge.jpg'],
      },
    ]);
  });

  it('from WooCommerce imports simple products and variations, which inherit from their product', async () => {
    const { report, tools } = await check('woocommerce');
    expect(report.errorKinds).toEqual([{ row: 6, column: null, message: texts.notSoldThere, rows: 1 }]);
    const chisel = {
      description: 'Holds its edge.',
      brand: 'Ulmen',
      category: 'Chisels',
      img: imgs['chisel.jpg'],
    };
    expect(tools).toEqual([
      expect.objectContaining({
        ...{ part_number: 'BS-300', name: 'Back saw – 300 mm', price: 54.5, category: 'Back saws' },
        ...{ weight_grams: 450, available_quantity: 7, img: imgs['back-saw.jpg'] },
        ...{ pictures: imgs['back-saw-2.jpg'] },
      }),
      expect.objectContaining({
        ...chisel,
        ...{ part_number: 'CHISEL-6', name: 'Bench chisel - 6 mm', price: 19, weight_grams: 200 },
      }),
      expect.objectContaining({
        ...chisel,
        ...{ part_number: 'ID-47', name: 'Bench chisel - 12 mm', price: 21, available_quantity: 0 },
      }),
    ]);
  });

  it('from PrestaShop is imported unchanged', async () => {
    const { report, tools } = await check('prestashop');
    expect(report).toMatchObject({ state: 'checked', errorKinds: [], decimal: '.' });
    expect(tools).toEqual([
      expect.objectContaining({
        ...{ part_number: 'ETAU-125', name: 'Étau d’établi', description: 'Mors de 125 mm.\n\nAcier forgé.' },
        ...{ category: 'Serrage', brand: 'Forges du Nord', price: 1249.5, min_order_quantity: 2 },
        ...{ available_quantity: 4, img: imgs['etau.jpg'], pictures: imgs['etau-2.jpg'] },
      }),
      expect.objectContaining({ part_number: 'ID-8', available_quantity: 0, description: 'Serre-joint' }),
    ]);
  });

  it('nests the imported categories, and undoes everything', async () => {
    const { report } = await check('shopify');
    await moveOn(t, admin, report._id, 'apply', { leaveOutErrors: true });
    const categories = async () => {
      const { body } = await t.call<Category[]>('GET', '/categories', {});
      const names = new Map(body.map(({ _id, name }) => [_id, name]));
      return body.map(({ name, parent }) => [name, parent && names.get(parent)]);
    };
    expect(await categories()).toEqual(
      expect.arrayContaining([
        ['Hammers', 'Tools'],
        ['Measuring', null],
      ]),
    );
    expect(await moveOn(t, admin, report._id, 'undo')).toMatchObject({ state: 'undone', left: [] });
    expect(await categories()).toEqual([]);
  });
});

it('reports an error of many rows once, with their number', async () => {
  const rows = Array.from({ length: 300 }, (_, index) => `N-${index},Nail ${index},free`).join('\n');
  const { body } = await sendImport(t, admin, toolsFile(`sku,title,price\n${rows}\nN-1,x\n`));
  await t.runJobs();
  const { errorKinds } = await readReport(t, admin, body.id);
  const message = 'Price must be a number';
  expect(errorKinds).toContainEqual({ row: 2, column: 'price', message, rows: 300 });
});
