import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import {
  type Tool,
  type ToolDetails,
  type ToolDocument,
  toolDocumentSchema,
} from '#features/catalogue/contract.ts';
import { MAX_DOCUMENT_BYTES } from '#features/catalogue/managed-contract.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { pdf } from '#tests/support/pdf.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

type Sent = { bytes: Buffer; type: string; kind: string; title: string; field: string };
type Options = { token?: string | undefined; key?: string };

/** Sends a document as a browser does; missing fields get defaults, empty ones are omitted. */
async function add(toolId: string, sent: Partial<Sent> = {}, { token = admin.token, key }: Options = {}) {
  const { bytes, type, field, ...about } = {
    ...{ bytes: pdf(), type: 'application/pdf', field: 'document', kind: 'manual', title: 'Manual' },
    ...sent,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(about)) if (value !== '') form.append(name, value);
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), 'manual.pdf');
  const headers = new Headers(token === '' ? {} : { authorization: `Bearer ${token}` });
  if (key) headers.set('idempotency-key', key);
  const reply = await fetch(`${t.url}/tool/${toolId}/documents`, { method: 'POST', headers, body: form });
  return { status: reply.status, body: (await reply.json()) as ToolDocument & ErrorReply };
}

const remove = (toolId: string, documentId: string, { token } = admin) =>
  t.call<ErrorReply>('DELETE', `/tool/${toolId}/documents/${documentId}`, { token });

const documentsOf = async (toolId: string) =>
  (await t.call<ToolDetails>('GET', `/tool/${toolId}`)).body.documents;

const toldOf = async (toolId: string) => {
  const events = t.shop.db.selectFrom('audit_events').select(['actor', 'action', 'details']).orderBy('id');
  return events.where('tool_id', '=', toolId).where('action', 'like', 'document%').execute();
};

describe('a tool’s documents', () => {
  test('are added, shown only on its page, and downloaded unchanged under their title', async () => {
    const { id } = await t.makeTool({ category: 'Vises' });
    const bytes = pdf(700_000);
    const title = 'Bench vise “Größe 5”';
    const added = await add(id, { bytes, kind: 'safety_sheet', title: ` ${title} ` });
    expect(added.status).toBe(201);
    const document = toolDocumentSchema.parse(added.body);
    expect(document).toEqual({
      _id: document._id,
      kind: 'safety_sheet',
      title,
      size_bytes: bytes.length,
      url: `/tool/${id}/documents/${document._id}`,
    });
    const second = (await add(id, { type: '' })).body;
    expect(await documentsOf(id)).toEqual([document, second]);
    expect((await t.call<ToolDetails>('GET', `/tool/${id}`)).body.version).toBe(1);
    const listed = (await t.call<Tool[]>('GET', '/tool?category=Vises')).body;
    expect(listed.find(({ _id }) => _id === id)).not.toHaveProperty('documents');

    const reply = await fetch(t.url + document.url);
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition':
        'attachment; filename="Bench vise _Gr__e 5_.pdf"; filename*=UTF-8\'\'Bench%20vise%20%E2%80%9CGr%C3%B6%C3%9Fe%205%E2%80%9D.pdf',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    expect(reply.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*; sandbox$/);
    expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true);
    const head = await fetch(t.url + document.url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(bytes.length));
    const again = { 'if-none-match': reply.headers.get('etag') ?? '' };
    expect((await fetch(t.url + document.url, { headers: again })).status).toBe(304);
    expect(await toldOf(id)).toMatchObject([
      {
        actor: 'admin',
        action: 'document_added',
        details: { documentId: document._id, kind: 'safety_sheet', bytes: bytes.length },
      },
      { action: 'document_added' },
    ]);
  });

  test('are deleted with their bytes, and then found nowhere', async () => {
    const { id } = await t.makeTool();
    const { id: other } = await t.makeTool();
    const { _id, url } = (await add(id)).body;
    expect((await remove(other, _id)).status).toBe(404);
    expect(await remove(id, _id)).toMatchObject({ status: 200, body: { deletedCount: 1 } });
    expect(await documentsOf(id)).toEqual([]);
    expect((await fetch(t.url + url)).status).toBe(404);
    expect((await remove(id, _id)).body.error.message).toBe('We can’t find that document');
    expect((await toldOf(id)).map(({ action }) => action)).toEqual(['document_added', 'document_removed']);
    for (const path of [`/tool/${other}/documents/${_id}`, `/tool/${id}/documents/${uuid()}`]) {
      expect((await fetch(t.url + path)).status).toBe(404);
    }
    expect((await fetch(`${t.url}/tool/${id}/documents/7`)).status).toBe(400);
  });

  test('are corrected in title or kind, and keep their position', async () => {
    const { id } = await t.makeTool();
    const added = (await add(id, { title: 'Manaul' })).body;
    const correct = (documentId: string, body: object) =>
      t.call<ToolDocument & ErrorReply>('PATCH', `/tool/${id}/documents/${documentId}`, {
        token: admin.token,
        body,
      });
    expect(await correct(added._id, { title: ' Manual ' })).toMatchObject({
      status: 200,
      body: { ...added, title: 'Manual' },
    });
    await correct(added._id, { kind: 'data_sheet' });
    const corrected = { ...added, title: 'Manual', kind: 'data_sheet' };
    expect(await documentsOf(id)).toEqual([corrected]);
    for (const [body, field] of [
      [{}, 'body'],
      [{ title: ' ' }, 'title'],
      [{ kind: 'novel' }, 'kind'],
    ] as const) {
      const refused = await correct(added._id, body);
      expect([refused.status, refused.body.error.field]).toEqual([400, field]);
    }
    expect((await correct(uuid(), { title: 'Manual' })).status).toBe(404);
    expect(await documentsOf(id)).toEqual([corrected]);
    expect((await toldOf(id)).map(({ action }) => action).slice(1)).toEqual([
      'document_edited',
      'document_edited',
    ]);
  });

  test('are copied with their tool', async () => {
    const { id, img } = await t.makeTool();
    const bytes = pdf(70_000);
    await add(id, { bytes, title: 'Manual' });
    await add(id, { kind: 'drawing', title: 'Drawing' });
    const copy = {
      ...{ name: 'Copy', description: 'As the other.', img, price: 3 },
      ...{ min_order_quantity: 1, available_quantity: 5 },
    };
    const addTool = (body: object) =>
      t.call<{ insertedId: string; version: number } & ErrorReply>('POST', '/tool', {
        token: admin.token,
        body,
      });
    const { body } = await addTool({ ...copy, documents_of: id });
    expect(body).toEqual({ insertedId: expect.any(String), version: 1 });
    const [manual, drawing] = await documentsOf(body.insertedId);
    expect([manual, drawing]).toMatchObject([
      { title: 'Manual', kind: 'manual', size_bytes: bytes.length },
      { title: 'Drawing', kind: 'drawing' },
    ]);
    await t.call('DELETE', `/tool/${id}`, { token: admin.token });
    const kept = await fetch(t.url + manual?.url);
    expect(Buffer.from(await kept.arrayBuffer()).equals(bytes)).toBe(true);
    const refused = await addTool({ ...copy, documents_of: id });
    expect([refused.status, refused.body.error.field]).toEqual([400, 'documents_of']);
  });

  test('are deleted with the tool, like all of its pictures except the first', async () => {
    const { id } = await t.makeTool();
    const { img } = await t.makeTool();
    await t.call('PATCH', `/tool/${id}`, { token: admin.token, body: { version: 1, pictures: [{ img }] } });
    const { url } = (await add(id)).body;
    await t.call('DELETE', `/tool/${id}`, { token: admin.token });
    expect((await fetch(t.url + url)).status).toBe(404);
    for (const table of ['tool_documents', 'tool_pictures'] as const) {
      expect(await t.shop.db.selectFrom(table).select('place').where('tool_id', '=', id).execute()).toEqual(
        [],
      );
    }
    expect((await add(id)).status).toBe(404);
    expect((await add(uuid())).status).toBe(404);
  });

  test('are six at most, even when ten arrive at once; a free slot is reused', async () => {
    const { id } = await t.makeTool();
    const replies = await times(10, (nth) => add(id, { title: `Sheet ${nth}` }));
    expect(tally(replies)).toEqual({ 201: 6, 409: 4 });
    expect(replies.find(({ status }) => status === 409)?.body.error).toEqual({
      code: 'conflict',
      field: 'document',
      message: 'A tool can have 6 documents. Delete one to add another.',
    });
    const [first] = await documentsOf(id);
    await remove(id, first?._id ?? '');
    expect((await add(id, { title: 'Seventh' })).status).toBe(201);
    expect((await documentsOf(id)).at(-1)?.title).toBe('Seventh');
    expect((await add(id)).status).toBe(409);
  });

  test('are added once per key, and refused if the key had another document', async () => {
    const { id } = await t.makeTool();
    const key = 'lost answer';
    const replies = await times(3, () => add(id, {}, { key }));
    expect(tally(replies)).toEqual({ 201: 3 });
    expect(await documentsOf(id)).toEqual([replies[0]?.body]);
    expect((await add(id, { title: 'Other' }, { key })).status).toBe(422);
    expect(await documentsOf(id)).toHaveLength(1);
  });

  test.each<[string, Partial<Sent>, number, string, string]>([
    ['a text', { bytes: Buffer.from('No document.') }, 415, 'document', 'The document must be a PDF file'],
    [
      'a page with a PDF in it',
      { bytes: Buffer.concat([Buffer.from('<script>'), pdf()]) },
      415,
      'document',
      'The document must be a PDF file',
    ],
    [
      'what says that it is a page',
      { type: 'text/html' },
      415,
      'document',
      'This file claims to be text/html but is a PDF. Please save it again, then try again.',
    ],
    [
      'a PDF cut short',
      { bytes: pdf(5000).subarray(0, 4000) },
      400,
      'document',
      'The document isn’t a complete PDF file. Please save it again, then try again.',
    ],
    ['an empty file', { bytes: Buffer.alloc(0) }, 400, 'document', 'The document is empty'],
    [
      'a byte more than 10 MB',
      { bytes: pdf(MAX_DOCUMENT_BYTES + 1) },
      413,
      'document',
      'The document must be 10 MB or smaller',
    ],
    ['another field', { field: 'file' }, 400, 'document', 'Send exactly one file, in the field document'],
    ['no title', { title: '' }, 400, 'title', 'Please enter a title'],
    ['a title of spaces', { title: '  ' }, 400, 'title', 'Please enter a title'],
    ['a long title', { title: 'x'.repeat(101) }, 400, 'title', 'Title must be 100 characters or shorter'],
    [
      'no such kind',
      { kind: 'novel' },
      400,
      'kind',
      'kind must be one of manual, safety_sheet, data_sheet, drawing, certificate, other',
    ],
  ])('refuses %s, storing nothing', async (_what, sent, status, field, message) => {
    const { id } = await t.makeTool();
    const reply = await add(id, sent);
    expect({ status: reply.status, ...reply.body.error }).toMatchObject({ status, field, message });
    expect(await documentsOf(id)).toEqual([]);
    expect(await toldOf(id)).toEqual([]);
  });

  test('of any size up to 10 MB are accepted', async () => {
    const { id } = await t.makeTool();
    const bytes = pdf(MAX_DOCUMENT_BYTES);
    const { url } = (await add(id, { bytes })).body;
    const kept = Buffer.from(await (await fetch(t.url + url)).arrayBuffer());
    expect(kept.equals(bytes)).toBe(true);
  });

  test('are accepted only as a form, and only from admins', async () => {
    const { id } = await t.makeTool();
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/pdf' };
    const bare = await fetch(`${t.url}/tool/${id}/documents`, { method: 'POST', headers, body: 'x' });
    expect(bare.status).toBe(415);
    const staff = await t.makeUser({ role: 'staff' });
    expect((await add(id, {}, { token: staff.token })).status).toBe(403);
    expect((await add(id, {}, { token: '' })).status).toBe(401);
    expect(await documentsOf(id)).toEqual([]);
  });

  test('are PDF files, as the database checks too', async () => {
    const { id } = await t.makeTool();
    const insert = (content: string, place: number) =>
      t.asOwner(`insert into tool_documents (id, tool_id, place, kind, title, content, added_at)
        values ('${uuid()}', '${id}', ${place}, 'manual', 'Manual', '${content}', now())`);
    await expect(insert('<html>', 1)).rejects.toThrow('tool_documents_content_check');
    await expect(insert('%PDF-1.7', 7)).rejects.toThrow('tool_documents_place_check');
  });
});
