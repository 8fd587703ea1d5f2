import { failOverUnderLoad } from '#tests/nodes/support/fail-over.ts';
import { seeChange, uploadPicture } from '#tests/nodes/support/see-change.ts';
import { type SeveralNodes, startSeveralNodes } from '#tests/nodes/support/several-nodes.ts';
import { type Row, showNumber } from './support/figures.ts';

const CHANGES = 60;
const ENDS = ['killed', 'silent'] as const;

/** Measures how soon every node shows a change, and how soon orders work again after the primary has
 * failed. */
export async function measureNodes(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const how of ENDS) {
    const t = await startSeveralNodes();
    try {
      if (rows.length === 0) rows.push(await measureChanges(t));
      const { seen, recoveredMs } = await failOverUnderLoad(t, how);
      const { lost, doubled } = seen.differences;
      const told = seen.writes.orders.length + seen.writes.reviews.length;
      rows.push({
        what: `the primary ${how}, its standby promoted: until an order is placed again, s`,
        ours: showNumber(recoveredMs / 1000, 1),
        wanted: '',
      });
      rows.push({
        what: `… of ${told} orders and reviews told, lost or doubled`,
        ours: showNumber(lost.length + doubled.length),
        wanted: '0',
      });
    } finally {
      await t.stop();
    }
  }
  return rows;
}

async function measureChanges(t: SeveralNodes): Promise<Row> {
  const admin = await t.makeUser({ role: 'admin' });
  const img = await uploadPicture(t, admin);
  const delays: number[] = [];
  for (let change = 0; change < CHANGES; change += 1)
    delays.push(...(await seeChange(t, change, { token: admin.token, img })));
  delays.sort((one, other) => one - other);
  const at = (share: number) => showNumber(delays[Math.floor((delays.length - 1) * share)] ?? Number.NaN);
  return {
    what: `a change until a page of a node shows it (${CHANGES} changes, 3 nodes, 4 pages each): p50 – p99 – last, ms`,
    ours: `${at(0.5)} – ${at(0.99)} – ${at(1)}`,
    wanted: '',
  };
}
