import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SpawnedAdminShop, startSpawnedAdminShop } from '#tests/support/spawned-admin-shop.ts';
import { until } from '#tests/support/until.ts';

/** Would end a surrounding script or quotation, and then run. */
const NASTY = `"'--></script><img src=x onerror=alert(1)>&lt;`;

let shop: SpawnedAdminShop;

beforeAll(async () => {
  shop = await startSpawnedAdminShop();
});

afterAll(() => shop?.stop());

async function addNastyThings(): Promise<void> {
  const tool = {
    ...{ name: `Vice ${NASTY}`, description: NASTY, brand: `Brand ${NASTY}`, category: `Kind ${NASTY}` },
    ...{ min_order_quantity: 1, available_quantity: 5, price: 12.5, img: await shop.uploadPicture(NASTY) },
  };
  const review = { rate: 5, reviews: `Holds ${NASTY}` };
  expect((await shop.post('/tool', tool)).status).toBe(200);
  expect((await shop.post('/review', review)).status).toBe(200);
}

const readPage = async (path: string) => (await fetch(`${shop.origin}${path}`)).text();

it('user input is rendered as text in every page and in its embedded data', async () => {
  await addNastyThings();
  await until('the home page to show them', async () => {
    const html = await readPage('/');
    return html.includes('Holds') && html.includes('Vice');
  });
  for (const path of ['/', '/tools', `/tools?q=${encodeURIComponent('Vice')}`]) {
    const html = await readPage(path);
    // The word before it may be marked as a search match.
    expect(html).toMatch(/Vice(<\/mark>)? &quot;/);
    expect(html).toContain('application/ld+json');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('--></script>');
  }
});
