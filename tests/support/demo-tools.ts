import { v7 as uuid } from 'uuid';
import demoTools from '#demo/tools.json' with { type: 'json' };
import { replaceSpecifications } from '#features/catalogue/store.ts';
import type { TestShop } from './test-shop.ts';

/** A searchable tool of the demo catalogue, with its id in the test's shop. */
export type DemoTool = (typeof demoTools)[number] & {
  id: string;
  cents: number;
  rating: number | null;
  family?: string;
};

/** Adds the demo's tools to a shop without their plates, the first one last, as the demo itself does. */
export async function makeDemoTools(t: Pick<TestShop, 'makeTool'>): Promise<DemoTool[]> {
  const made: DemoTool[] = [];
  for (const tool of demoTools.toReversed()) {
    const cents = Math.round(tool.price * 100);
    const { id } = await t.makeTool({
      name: tool.name,
      description: tool.description,
      priceCents: cents,
      minOrderQuantity: tool.minOrderQuantity,
      onHand: tool.availableQuantity,
      category: tool.category,
      brand: tool.brand,
    });
    made.unshift({ ...tool, id, cents, rating: null });
  }
  return made;
}

/** Groups the demo's tools into families, the first of a few, the next of many; the last stay single. */
export async function groupDemoTools(t: Pick<TestShop, 'shop'>, demo: DemoTool[], sizes: number[]) {
  let from = 0;
  for (const [nth, size] of sizes.entries()) {
    const family = uuid();
    await t.shop.db
      .insertInto('families')
      .values({ id: family, name: `Family ${nth}` })
      .execute();
    const members = demo.slice(from, from + size);
    const ids = members.map(({ id }) => id);
    await t.shop.db.updateTable('tools').set({ family_id: family }).where('id', 'in', ids).execute();
    for (const member of members) member.family = family;
    from += size;
  }
}

/** Adds the specifications of the demo's tools. */
export async function addDemoSpecifications(
  { shop }: Pick<TestShop, 'shop'>,
  demo: DemoTool[],
): Promise<void> {
  const known = demo.map(({ id, specifications }) => ({ toolId: id, rows: specifications }));
  await shop.db.transaction().execute((tx) => replaceSpecifications(tx, known));
}
