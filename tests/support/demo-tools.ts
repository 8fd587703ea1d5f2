import demoTools from '#demo/tools.json' with { type: 'json' };
import type { TestShop } from './test-shop.ts';

/** A tool of the demo catalogue as it is searched, with its id in the test's shop. */
export type DemoTool = (typeof demoTools)[number] & { id: string; cents: number; rating: number | null };

/** Puts the demo's tools into a shop without their plates, the first one last, as the demo itself does. */
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
