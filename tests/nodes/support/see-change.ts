import { storePicture } from '#features/pictures/store.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import { until } from '#tests/support/until.ts';
import type { SeveralNodes } from './several-nodes.ts';

/** Pages and answers cached until something changes. */
const PAGES = ['/', '/tools', '/tool', '/tool?limit=6'];

let made = 0;

/** Uploads a picture for `seeChange`. */
export async function uploadPicture({ shop }: SeveralNodes, { userId }: TestUser): Promise<string> {
  const bytes = await plainPicture({ width: 40, height: 30 }).png().toBuffer();
  return (await storePicture(shop, { userId, bytes, idempotencyKey: undefined })).url;
}

/** Adds a tool as an admin at one node, and waits until every page of every node shows it. @returns the delay
 * after the answer for each page of each node, in ms */
export async function seeChange(
  { nodes }: SeveralNodes,
  at: number,
  { token, img }: { token: string; img: string },
): Promise<number[]> {
  made += 1;
  const name = `Gauge number ${made}.`;
  const writer = nodes[at % nodes.length];
  const body = {
    name,
    description: 'Measures.',
    img,
    min_order_quantity: 1,
    available_quantity: 9,
    price: 4,
  };
  const added = await writer?.call('POST', '/tool', { token, body });
  if (added?.status !== 200) throw new Error(`a new tool was answered ${added?.status}`);
  const since = performance.now();
  return Promise.all(
    nodes.flatMap(({ origin }) =>
      PAGES.map(async (path) => {
        const shows = async () => (await (await fetch(`${origin}${path}`)).text()).includes(name);
        await until(`${name} at ${path}`, shows);
        return performance.now() - since;
      }),
    ),
  );
}
