import { randomUUID } from 'node:crypto';
import type { MakeRequest, Scene } from './access-scene.ts';
import { toolsFile } from './imports.ts';
import { pdf } from './pdf.ts';
import { noiseJpeg } from './pictures.ts';
import type { TestShop } from './test-shop.ts';

/** An import of one change, once it has been checked or applied. */
async function makeImport({ shop }: TestShop, state: 'checked' | 'applied' = 'checked'): Promise<string> {
  const id = randomUUID();
  const now = shop.clock.now();
  const appliedAt = state === 'applied' ? now : null;
  await shop.db
    .insertInto('imports')
    .values({ id, state, file_name: 'tools.csv', changed: 1, created_at: now, applied_at: appliedAt })
    .execute();
  return id;
}

function documentForm(): FormData {
  const form = new FormData();
  form.append('kind', 'manual');
  form.append('title', 'Manual');
  form.append('document', new Blob([new Uint8Array(pdf())], { type: 'application/pdf' }), 'manual.pdf');
  return form;
}

/** Adds a document to a new tool; returns the document's address. */
async function addDocument(t: TestShop): Promise<string> {
  const { id } = await t.makeTool();
  const document = { id: randomUUID(), tool_id: id, place: 1, kind: 'manual' as const, title: 'Manual' };
  const kept = { ...document, content: pdf(), added_at: t.clock.now() };
  await t.shop.db.insertInto('tool_documents').values(kept).execute();
  return `/tool/${id}/documents/${document.id}`;
}

/** Groups a tool, a new one if none is given; returns the id of its family. */
async function makeFamily({ shop, makeTool }: TestShop, member?: string): Promise<string> {
  const toolId = member ?? (await makeTool()).id;
  const id = randomUUID();
  await shop.db.insertInto('families').values({ id, name: id }).execute();
  await shop.db
    .updateTable('tools')
    .set({ family_id: id, family_position: 1 })
    .where('id', '=', toolId)
    .execute();
  return id;
}

const restockNotice: MakeRequest = async ({ t }) => ({
  path: `/tool/${(await t.makeTool({ onHand: 0 })).id}/restock-notice`,
});

/** The calls for categories or for brands. */
function taxonRequests(path: string, table: 'categories' | 'brands'): Record<string, MakeRequest> {
  const make = async ({ t }: Scene) => {
    const taxon = { id: randomUUID(), name: randomUUID() };
    await t.shop.db.insertInto(table).values(taxon).execute();
    return taxon.id;
  };
  return {
    [`POST ${path}`]: () => ({ path, body: { name: randomUUID() } }),
    [`PATCH ${path}/:id`]: async (scene) => ({
      path: `${path}/${await make(scene)}`,
      body: { name: randomUUID() },
    }),
    [`DELETE ${path}/:id`]: async (scene) => ({ path: `${path}/${await make(scene)}` }),
    [`POST ${path}/:id/merge`]: async (scene) => ({
      path: `${path}/${await make(scene)}/merge`,
      body: { into: await make(scene) },
    }),
  };
}

/** The catalogue calls: tools, pictures and documents, stock and imports. */
export const catalogueRequests: Record<string, MakeRequest> = {
  'GET /feeds/sitemap/:number': async () => ({ path: '/feeds/sitemap/1' }),
  'GET /tool/:id': async ({ t }) => ({ path: `/tool/${(await t.makeTool()).id}` }),
  'POST /tool': async ({ t }) => ({
    path: '/tool',
    body: {
      name: 'Plane',
      description: 'Takes shavings off.',
      min_order_quantity: 1,
      available_quantity: 5,
      price: 30,
      img: (await t.makeTool()).img,
    },
  }),
  'PATCH /tool/:id': async ({ t }) => ({
    path: `/tool/${(await t.makeTool()).id}`,
    body: { version: 1, description: randomUUID() },
  }),
  'DELETE /tool/:id': async ({ t }) => ({ path: `/tool/${(await t.makeTool()).id}` }),
  'GET /tool/:id/related': async ({ t }) => ({ path: `/tool/${(await t.makeTool()).id}/related` }),
  'GET /managetool/:id/links': async ({ t }) => ({
    path: `/managetool/${(await t.makeTool()).id}/links`,
  }),
  'PUT /tool/:id/links': async ({ t }) => ({
    path: `/tool/${(await t.makeTool()).id}/links`,
    body: { accessories: [(await t.makeTool()).id] },
  }),
  'GET /families/:id': async ({ t }) => ({ path: `/families/${await makeFamily(t)}` }),
  'GET /managefamilies/:id': async ({ t }) => ({ path: `/managefamilies/${await makeFamily(t)}` }),
  'POST /families': async ({ t }) => ({
    path: '/families',
    body: { name: randomUUID(), toolIds: [(await t.makeTool()).id] },
  }),
  'PATCH /families/:id': async ({ t }) => ({
    path: `/families/${await makeFamily(t)}`,
    body: { version: 1, description: 'Sizes' },
  }),
  'POST /families/:id/members': async ({ t }) => ({
    path: `/families/${await makeFamily(t)}/members`,
    body: { toolIds: [(await t.makeTool()).id] },
  }),
  'POST /families/:id/sizes': async ({ t }) => ({
    path: `/families/${await makeFamily(t)}/sizes`,
    body: {
      columns: [{ field: 'part_number' }, { field: 'price' }],
      rows: [[`S-${randomUUID().slice(0, 8)}`, '5']],
    },
  }),
  'POST /families/:id/split': async ({ t }) => {
    const { id } = await t.makeTool();
    return {
      path: `/families/${await makeFamily(t, id)}/split`,
      body: { name: randomUUID(), toolIds: [id] },
    };
  },
  'POST /families/:id/merge': async ({ t }) => ({
    path: `/families/${await makeFamily(t)}/merge`,
    body: { into: await makeFamily(t) },
  }),
  'DELETE /families/:id': async ({ t }) => ({ path: `/families/${await makeFamily(t)}` }),
  'GET /tool/:id/documents/:documentId': async ({ t }) => ({ path: await addDocument(t) }),
  'POST /tool/:id/documents': async ({ t }) => ({
    path: `/tool/${(await t.makeTool()).id}/documents`,
    form: documentForm(),
  }),
  'GET /managetool/:id': async ({ t }) => ({ path: `/managetool/${(await t.makeTool()).id}` }),
  'GET /managetool/specifications': async () => ({ path: '/managetool/specifications' }),
  'PATCH /tool/:id/documents/:documentId': async ({ t }) => ({
    path: await addDocument(t),
    body: { title: randomUUID() },
  }),
  'DELETE /tool/:id/documents/:documentId': async ({ t }) => ({ path: await addDocument(t) }),
  'GET /tool/:id/stock': async ({ t }) => ({ path: `/tool/${(await t.makeTool()).id}/stock` }),
  'POST /tool/:id/stock': async ({ t }) => ({
    path: `/tool/${(await t.makeTool()).id}/stock`,
    body: { kind: 'received', quantity: 3 },
  }),
  'POST /imports': async () => ({ path: '/imports', form: toolsFile('part_number,price\r\nX-1,5\r\n') }),
  'POST /imports/bulk': async ({ t }) => ({
    path: '/imports/bulk',
    body: { tools: { ids: [(await t.makeTool()).id] }, pricePercent: 5 },
  }),
  'GET /imports/:id': async ({ t }) => ({ path: `/imports/${await makeImport(t)}` }),
  'GET /imports/:id/changes': async ({ t }) => ({ path: `/imports/${await makeImport(t)}/changes` }),
  'GET /imports/:id/errors.csv': async ({ t }) => ({ path: `/imports/${await makeImport(t)}/errors.csv` }),
  'POST /imports/:id/apply': async ({ t }) => ({ path: `/imports/${await makeImport(t)}/apply` }),
  'POST /imports/:id/undo': async ({ t }) => ({ path: `/imports/${await makeImport(t, 'applied')}/undo` }),
  'GET /tool/:id/restock-notice': restockNotice,
  'GET /tool/:id/terms': async ({ t }) => ({ path: `/tool/${(await t.makeTool()).id}/terms` }),
  'PUT /tool/:id/restock-notice': restockNotice,
  'DELETE /tool/:id/restock-notice': restockNotice,
  'POST /image': async () => {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await noiseJpeg({ width: 40, height: 30 }))]), 'a.jpg');
    return { path: '/image', form };
  },
  'GET /pictures/:file': async ({ t }) => {
    const { url } = await t.shop.imageHost.store(await noiseJpeg({ width: 40, height: 30 }));
    return { path: url };
  },

  ...taxonRequests('/categories', 'categories'),
  ...taxonRequests('/brands', 'brands'),
  'POST /synonyms': () => ({ path: '/synonyms', body: { word: randomUUID(), sameAs: 'hammer' } }),
  'DELETE /synonyms/:id': async ({ t }) => {
    const pair = { id: randomUUID(), word: randomUUID(), same_as: 'hammer' };
    await t.shop.db.insertInto('synonyms').values(pair).execute();
    return { path: `/synonyms/${pair.id}` };
  },
};
