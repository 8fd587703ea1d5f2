import type { ErrorReply } from '#contracts/app-error.ts';
import type { ImportReport } from '#features/imports/contract.ts';
import type { TestShop, TestUser } from './test-shop.ts';

/** The form of an import: a file with this content, and the meaning of its columns if given. */
export function toolsFile(content: string | Buffer, columns?: Record<string, string | null>): FormData {
  const form = new FormData();
  if (columns) form.append('columns', JSON.stringify(columns));
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), 'tools.csv');
  return form;
}

/** Sends the form of an import. */
export async function sendImport(t: Pick<TestShop, 'url'>, admin: TestUser, form: FormData) {
  const reply = await fetch(`${t.url}/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}` },
    body: form,
  });
  return { status: reply.status, body: (await reply.json()) as { id: string } & ErrorReply };
}

/** Returns the report of an import. */
export async function readReport(t: TestShop, admin: TestUser, id: string): Promise<ImportReport> {
  return (await t.call<ImportReport>('GET', `/imports/${id}`, { token: admin.token })).body;
}

/** Sends a file and waits until it is checked. */
export async function checkFile(
  t: TestShop,
  admin: TestUser,
  content: string | Buffer,
  columns?: Record<string, string | null>,
): Promise<ImportReport> {
  const { status, body } = await sendImport(t, admin, toolsFile(content, columns));
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  await t.runJobs();
  return readReport(t, admin, body.id);
}

/** Applies or undoes an import, including the jobs that follow. */
export async function moveOn(
  t: TestShop,
  admin: TestUser,
  id: string,
  action: 'apply' | 'undo',
  body?: object,
): Promise<ImportReport> {
  const reply = await t.call<ErrorReply>('POST', `/imports/${id}/${action}`, {
    token: admin.token,
    ...(body && { body }),
  });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${JSON.stringify(reply.body)}`);
  await t.runJobs();
  return readReport(t, admin, id);
}

/** Joins the lines of a file. */
export const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`;

/** Creates tools, each with its own part number. */
export function numberedTools(t: TestShop) {
  let made = 0;
  return async (tool: Parameters<TestShop['makeTool']>[0] = {}) => {
    made += 1;
    const number = `PN-${made}`;
    const { id, name } = await t.makeTool(tool);
    await t.shop.db.updateTable('tools').set({ part_number: number }).where('id', '=', id).execute();
    return { id, name, number };
  };
}

/** The export of all tools, byte for byte. */
export async function exportTools(t: Pick<TestShop, 'url'>, { token }: TestUser): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${t.url}/exports/tools.csv`, { headers })).text();
}
