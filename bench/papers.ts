import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { drawInvoice } from '#features/invoices/drawing/draw-invoice.ts';
import { buildInvoice, type InvoiceLine } from '#features/invoices/invoice.ts';
import { openDatabase } from '#platform/database/database.ts';
import { migrate } from '#platform/database/migrate.ts';
import { writeBackup } from '#server/shop/write-backup.ts';
import { invoiceFacts, taxedLine } from '#tests/support/invoices.ts';
import { startThrowawayPostgres } from '../packages/embedded-postgres/testing/index.ts';
import { makeFolder } from './support/bench-shop.ts';
import { type Row, showNumber } from './support/figures.ts';

/** As many as are stored; what a shop of 100,000 invoices takes is ten times that. */
const PAPERS = 10_000;
const DISTINCT = 200;
const NONE = { wanted: '' };

const drawOf = (lines: InvoiceLine[]) =>
  drawInvoice({ invoice: buildInvoice({ ...invoiceFacts(), lines }), logo: undefined });

const linesOf = (count: number, change: (nth: number) => Partial<InvoiceLine> = () => ({})) =>
  Array.from({ length: count }, (_, nth) =>
    taxedLine(1000 + nth, 190_000, {
      name: `Claw hammer no. ${nth} with a fiberglass handle`,
      ...change(nth),
    }),
  );

/** Measures the PDFs of invoices, and what keeping them costs the database and its backup. */
export async function measurePapers(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [1, 3, 10, 100]) {
    const { length } = await drawOf(linesOf(count));
    rows.push({ what: `a PDF of ${count} lines, kB`, ours: showNumber(length / 1000), ...NONE });
  }
  const longest = linesOf(100, (nth) => ({
    name: `測試工具名稱한국어${String.fromCodePoint(0x4e00 + nth * 7)} `.repeat(14).slice(0, 150),
    note: 'Leave it at the gate 測試. '.repeat(20).slice(0, 500),
  }));
  const { length } = await drawOf(longest);
  rows.push({
    what: '… of 100 lines with the longest names and notes, kB',
    ours: showNumber(length / 1000),
    ...NONE,
  });
  const postgres = await startThrowawayPostgres('toolyard');
  const dataDir = await makeFolder();
  const client = new pg.Client(postgres.connection);
  await client.connect();
  try {
    const { db, close } = openDatabase(postgres.connection, { onIdleError: () => undefined });
    await migrate(db);
    await close();
    const backUp = async () => {
      const file = join(dataDir, 'shop.tar.gz');
      const since = performance.now();
      await writeBackup({ owner: postgres.connection }, { dataDir, file, pictures: true });
      return { seconds: (performance.now() - since) / 1000, bytes: (await stat(file)).size };
    };
    const before = await backUp();
    await store(client);
    const { rows: sizes } = await client.query(
      `select pg_total_relation_size('invoice_files')::float8 as bytes`,
    );
    const after = await backUp();
    const all = showNumber(PAPERS);
    return [
      ...rows,
      {
        what: `${all} PDFs of 1 to 5 lines in the database, MB`,
        ours: showNumber(sizes[0].bytes / 1e6),
        ...NONE,
      },
      {
        what: '… what a backup is larger by, MB',
        ours: showNumber((after.bytes - before.bytes) / 1e6),
        ...NONE,
      },
      { what: '… what it takes longer, s', ours: showNumber(after.seconds - before.seconds, 1), ...NONE },
    ];
  } finally {
    await client.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Stores them without their invoices. */
async function store(client: pg.Client): Promise<void> {
  await client.query('alter table invoice_files drop constraint invoice_files_invoice_id_fkey');
  for (let nth = 0; nth < DISTINCT; nth += 1) {
    const pdf = await drawOf(
      linesOf(1 + (nth % 5), (line) => ({ name: `Tool ${nth * 7 + line} for the workshop` })),
    );
    await client.query(
      'insert into invoice_files select gen_random_uuid(), $1 from generate_series(1, $2::integer)',
      [pdf, PAPERS / DISTINCT],
    );
  }
}
