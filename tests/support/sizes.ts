import type { Specification } from '#features/catalogue/contract.ts';
import type { Insider } from './buying.ts';
import { expectStatus } from './buying.ts';
import type { TestShop, TestUser } from './test-shop.ts';

/** What makes a member of a family. */
export type MadeSize = { name: string; partNumber?: string; specifications: Specification[] };

/** Adds tools and groups them into a family. Returns its id, and theirs in order. */
export async function makeFamily(
  t: TestShop,
  { token }: Pick<TestUser, 'token'>,
  name: string,
  sizes: readonly MadeSize[],
): Promise<{ id: string; toolIds: string[] }> {
  const toolIds: string[] = [];
  for (const { specifications, ...size } of sizes) {
    const { id } = await t.makeTool(size);
    toolIds.push(id);
    await writeSpecifications(t, id, specifications);
  }
  const made = await t.call<{ insertedId: string }>('POST', '/families', { token, body: { name, toolIds } });
  return { id: expectStatus(made, 200).insertedId, toolIds };
}

/** Replaces a tool's specifications. */
export async function writeSpecifications(
  { shop }: Insider,
  toolId: string,
  specifications: readonly Specification[],
): Promise<void> {
  await shop.db.deleteFrom('tool_specifications').where('tool_id', '=', toolId).execute();
  const rows = specifications.map((each, at) => ({ tool_id: toolId, position: at + 1, ...each }));
  if (rows.length > 0) await shop.db.insertInto('tool_specifications').values(rows).execute();
}
