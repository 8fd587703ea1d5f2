import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { create, extract } from 'tar';
import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { eraseAccount } from '#features/account/erase-account.ts';
import { queueErasuresOf } from '#features/account/repeat-erasures.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createLog } from '#platform/log.ts';
import { buildApp } from '#server/shop/app.ts';
import { createContext } from '#server/shop/create-context.ts';
import { jobHandlers } from '#server/shop/job-handlers.ts';
import { tryBackup } from '#server/shop/try-backup.ts';
import { PASSWORD, signUp } from '#tests/support/accounts.ts';
import { backUp, makeDatabase, makeFolder, restore } from '#tests/support/backups.ts';
import { buy, expectStatus, placeOrder, readStock } from '#tests/support/buying.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { pdf } from '#tests/support/pdf.ts';
import { makeVerifiedPerson, shipWhole } from '#tests/support/person-traces.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { refundOrder } from '#tests/support/refunding.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { upload } from '#tests/support/uploads.ts';

const t = setUpShop();

/** Row counts and checksums of every table in a backup, by table name. */
const sumsOf = ({ manifest }: Awaited<ReturnType<typeof backUp>>) =>
  Object.fromEntries(manifest.database.tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }]));

/** Positions of the sequences of the shop's own tables. */
const numbersOf = ({ manifest }: Awaited<ReturnType<typeof backUp>>) =>
  manifest.database.sequences.filter(({ name }) => name.startsWith('public.'));

const picturesIn = async (dataDir: string) => (await readdir(join(dataDir, 'pictures'))).sort();

describe('a shop restored from its backup', () => {
  it('has every row, picture and account as before, and the emails still to be sent', async () => {
    const account = await signUp(t, { email: 'ada@joiner.example' });
    const admin = await t.makeUser({ role: 'admin' });
    const bytes = await plainPicture({ width: 900, height: 700 }).png().toBuffer();
    expect((await upload(t, [{ bytes }], { token: admin.token })).status).toBe(200);
    const buyer = await t.makeUser();
    const tool = await t.makeTool({ name: 'Ratchet\tstrap \\ 5 m — “heavy”', onHand: 10 });
    const order = await buy(t, buyer, tool.id, 2);
    expectStatus(await refundOrder(t, admin, order._id, { amount: 5 }), 201);
    await t.runJobs('give-refund');
    const content = pdf(70_000);
    await t.shop.db
      .insertInto('tool_documents')
      .values({
        ...{ id: uuid(), tool_id: tool.id, place: 1, kind: 'manual', title: 'Manual' },
        ...{ content, added_at: t.clock.now() },
      })
      .execute();

    const first = await backUp(t);
    const database = await makeDatabase();
    const dataDir = join(await makeFolder(), 'data');
    await restore(first.file, database, dataDir);

    const config = readConfig({ SHOP_DATA_DIR: dataDir, SHOP_LOG_LEVEL: 'silent', SHOP_DEMO: '0' });
    const open = await createContext(config, database.appConnection, { clock: t.clock });
    const again = await backUp({ owner: database.connection, shop: open.context });
    expect(sumsOf(again)).toEqual(sumsOf(first));
    expect(sumsOf(first)).toMatchObject({
      ...{ 'public.orders': { rows: 1 }, 'public.tools': { rows: 1 } },
      ...{ 'public.money_movements': { rows: 2 }, 'public.refund_shares': { rows: 1 } },
    });
    const documents = await open.context.db.selectFrom('tool_documents').select('content').execute();
    expect(documents.map((each) => each.content.equals(content))).toEqual([true]);
    const queued = await jobsOf(t.shop.db);
    expect(queued.length).toBeGreaterThan(0);
    expect(await jobsOf(open.context.db)).toEqual(queued);
    expect(numbersOf(again)).toEqual(numbersOf(first));
    expect(await picturesIn(dataDir)).toEqual(await picturesIn(t.shop.config.dataDir));
    expect(first.manifest.pictures).toBe((await picturesIn(dataDir)).length);
    expect(open.context.secrets.key('access-token')).toEqual(t.shop.secrets.key('access-token'));
    const [kept] = await open.context.db.selectFrom('orders').select(['id', 'paid_at']).execute();
    expect(kept).toMatchObject({ id: order._id, paid_at: expect.any(Date) });
    const app = await buildApp(open.context);
    const signedIn = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email: account.email, password: PASSWORD },
    });
    expect(signedIn.statusCode).toBe(200);
    await app.close();
    await open.close();
  });

  it('erases again whom the log says were erased since, and nobody else', async () => {
    const [gone, stays] = [await makeVerifiedPerson(t), await makeVerifiedPerson(t)];
    const tool = await t.makeTool({ onHand: 10 });
    await placeOrder(t, stays, tool.id);
    // As of the backup it is paid and not sent yet, which an erasure waits for.
    const order = await buy(t, gone, tool.id, 1);
    const { file } = await backUp(t);
    await shipWhole(t, order._id);
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(`shop-1  | ${line.trimEnd()}`) });
    await eraseAccount({ ...t.shop, log }, gone.userId);
    log.info({ said: `"msg":"an account was erased","userId":"${stays.userId}"` }, 'words of somebody');
    log.info({ userId: stays.userId }, 'something else');

    const database = await makeDatabase();
    const dataDir = join(await makeFolder(), 'data');
    await restore(file, database, dataDir);
    const config = readConfig({ SHOP_DATA_DIR: dataDir, SHOP_LOG_LEVEL: 'silent', SHOP_DEMO: '0' });
    const { context, close } = await createContext(config, database.appConnection, { clock: t.clock });
    const emailsLeft = async () =>
      (
        await context.db
          .selectFrom('users')
          .select('email')
          .where('id', 'in', [gone.userId, stays.userId])
          .orderBy('id')
          .execute()
      ).map(({ email }) => email);
    expect(await emailsLeft()).toEqual([gone.email, stays.email]);
    const told = () => queueErasuresOf(context, Readable.from(lines));
    expect(await told()).toEqual({ logged: 1, back: 1 });
    expect(await told()).toEqual({ logged: 1, back: 1 });
    const jobs = await jobsOf(context.db, ['repeat-erasure']);
    expect(jobs.map(({ data }) => data)).toEqual([{ userId: gone.userId }]);
    const erasing = () => jobHandlers(context)['repeat-erasure']?.(jobs[0]?.data, { isLast: false });
    await expect(erasing()).rejects.toThrow('hasn’t been sent yet');
    expect(await emailsLeft()).toEqual([gone.email, stays.email]);
    await database.asOwner(`update orders set cancelled_at = now() where id = '${order._id}'`);
    await erasing();
    expect(await emailsLeft()).toEqual([null, stays.email]);
    await erasing();
    expect(await told()).toEqual({ logged: 1, back: 0 });
    await close();
  });

  it('continues with the next numbers, and keeps derived data up to date', { tags: ['sweep'] }, async () => {
    const { file } = await backUp(t);
    const database = await makeDatabase();
    await restore(file, database, join(await makeFolder(), 'data'));
    const [before] = await database.asOwner('select max(number) as number from orders');
    const [after] = await database.asOwner("select 'TY-' || nextval('order_numbers') as number");
    const digits = (row?: Record<string, unknown>) => Number(String(row?.number).slice(3));
    expect(digits(after)).toBe(digits(before) + 1);
    await database.asOwner(`insert into tools (id, name, description, img, price_cents, min_order_quantity, on_hand)
      select gen_random_uuid(), 'Spokeshave', 'Rounds.', img, 100, 1, 1 from tools limit 1`);
    const found = await database.asOwner(`select from tools where words @@ '''!spokeshave'''`);
    const learnt = await database.asOwner("select from search_vocabulary where word = 'spokeshave'");
    expect([found.length, learnt.length]).toEqual([1, 1]);
    await expect(database.asOwner('delete from audit_events')).rejects.toThrow(/audit/);
  });

  it('is of one moment, though orders are placed and paid while it is made', {
    tags: ['sweep'],
  }, async () => {
    const tool = await t.makeTool({ onHand: 400 });
    const buyers = await Promise.all(Array.from({ length: 4 }, () => t.makeUser()));
    const buying = buyers.map(async (buyer) => {
      for (let nth = 0; nth < 6; nth += 1) await buy(t, buyer, tool.id, 2);
    });
    const files: string[] = [];
    const making = (async () => {
      for (let nth = 0; nth < 3; nth += 1) files.push((await backUp(t)).file);
    })();
    await Promise.all([...buying, making]);
    for (const file of files) {
      const database = await makeDatabase();
      await restore(file, database, join(await makeFolder(), 'data'));
      const { db, close } = openDatabase(database.connection, { onIdleError: () => undefined });
      const { onHand, sold } = await readStock({ shop: { db } }, tool.id);
      await close();
      expect(onHand + sold).toBe(400);
    }
  });

  it('replaces a planted link instead of following it', async () => {
    const folder = await makeFolder();
    const elsewhere = join(folder, 'elsewhere');
    for (const name of ['.part', '']) await symlink(elsewhere, join(folder, `shop.tar.gz${name}`));
    await backUp(t, folder);
    expect((await readdir(folder)).sort()).toEqual(['shop.tar.gz', 'shop.tar.gz.part']);
    expect((await lstat(join(folder, 'shop.tar.gz'))).isFile()).toBe(true);
  });

  it('is readable only by its creator', async () => {
    const { file } = await backUp(t);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dirname(file))).toEqual(['shop.tar.gz']);
  });
});

describe('a restore', () => {
  it('refuses a database with a shop in it, and leaves it unchanged', { tags: ['sweep'] }, async () => {
    const { file } = await backUp(t);
    const before = sumsOf(await backUp(t));
    const dataDir = join(await makeFolder(), 'data');
    const drop = async () => undefined;
    const taken = { connection: t.owner, appConnection: t.owner, asOwner: t.asOwner, drop };
    await expect(restore(file, taken, dataDir)).rejects.toThrow(
      'The database is not empty: there are rows in',
    );
    expect(sumsOf(await backUp(t))).toEqual(before);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('refuses a damaged backup, and leaves nothing of it behind', async () => {
    const { file } = await backUp(t);
    const whole = await readFile(file);
    const folder = await makeFolder();
    const dataDir = join(folder, 'data');
    for (const broken of [
      whole.subarray(0, whole.length / 2),
      Buffer.from('not a backup'),
      Buffer.alloc(0),
    ]) {
      await writeFile(file, broken);
      await expect(restore(file, await makeDatabase(), dataDir)).rejects.toThrow('cannot be restored');
      expect(await readdir(folder)).not.toContain('data');
    }
  });

  it('refuses rows that differ from those that were backed up', { tags: ['sweep'] }, async () => {
    const buyer = await t.makeUser();
    await placeOrder(t, buyer, (await t.makeTool()).id);
    const { file, manifest } = await backUp(t);
    const folder = await makeFolder();
    await extract({ file, cwd: folder });
    const orders = manifest.database.tables.find(({ name }) => name === 'public.orders');
    const rows = join(folder, 'tables', orders?.file ?? '');
    await writeFile(rows, (await readFile(rows, 'utf8')).replace('1 Workshop Lane', '2 Workshop Lane'));
    await create({ file, cwd: folder, gzip: true }, await readdir(folder));
    const database = await makeDatabase();
    const dataDir = join(await makeFolder(), 'data');
    await expect(restore(file, database, dataDir)).rejects.toThrow(
      'The rows of public.orders did not arrive',
    );
    expect(await database.asOwner('select 1 from orders')).toEqual([]);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('refuses a data folder with another shop’s secret', { tags: ['sweep'] }, async () => {
    const { file } = await backUp(t);
    const dataDir = join(await makeFolder(), 'data');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'secret'), 'another');
    await expect(restore(file, await makeDatabase(), dataDir)).rejects.toThrow('is another shop’s');
    expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('another');
  });

  it('ignores other files in the backup, and extracts none of them', { tags: ['sweep'] }, async () => {
    const { file } = await backUp(t);
    const folder = await makeFolder();
    await extract({ file, cwd: folder });
    await writeFile(join(folder, 'shop.js'), 'boo');
    // Pictures are public, so the target of a link would be too.
    const link = `${'0'.repeat(32)}-800.webp`;
    await symlink('/etc/passwd', join(folder, 'pictures', link));
    await create({ file, cwd: folder, gzip: true }, await readdir(folder));
    const dataDir = join(await makeFolder(), 'data');
    await restore(file, await makeDatabase(), dataDir);
    expect((await readdir(dataDir)).sort()).toEqual(['pictures', 'secret']);
    expect(await picturesIn(dataDir)).not.toContain(link);
  });
});

describe('a trial of a backup', () => {
  /** Tries a backup; returns what it said, and what is in its folder afterwards. */
  async function tryIt(file: string) {
    const config = readConfig({ SHOP_DATA_DIR: await makeFolder() });
    const tried = await tryBackup(file, config, { say: () => undefined, log: createLog('silent') });
    return { tried, left: await readdir(dirname(file)) };
  }

  /** Changes an unpacked backup, and packs it again. */
  async function changed(file: string, change: (folder: string) => Promise<void>) {
    const folder = await makeFolder();
    await extract({ file, cwd: folder });
    await change(folder);
    await create({ file, cwd: folder, gzip: true }, await readdir(folder));
  }

  const rowsOf = ({ manifest }: Awaited<ReturnType<typeof backUp>>, name: string) =>
    join('tables', manifest.database.tables.find((table) => table.name === name)?.file ?? '');

  async function uploadPicture() {
    const { token } = await t.makeUser({ role: 'admin' });
    const bytes = await plainPicture({ width: 900, height: 600 }).png().toBuffer();
    expect((await upload(t, [{ bytes }], { token })).status).toBe(200);
  }

  it('restores all of it elsewhere, and leaves nothing behind', {
    tags: ['sweep'],
  }, async () => {
    await buy(t, await t.makeUser(), (await t.makeTool({ onHand: 9 })).id, 2);
    await uploadPicture();
    const backup = await backUp(t);
    const { tried, left } = await tryIt(backup.file);
    const { tables } = backup.manifest.database;
    expect(tried).toEqual({
      ...{ differences: [], madeAt: backup.manifest.madeAt, tables: tables.length, hasPictureSums: true },
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      pictures: (await picturesIn(t.shop.config.dataDir)).length,
      // Those of the test's tools were never stored.
      named: expect.objectContaining({ lost: 0 }),
    });
    expect(tried.pictures).toBeGreaterThan(0);
    expect(left).toEqual(['shop.tar.gz']);
    expect(sumsOf(await backUp(t))).toEqual(sumsOf(backup));
  });

  it('names each table and picture that is not as it was', async () => {
    await placeOrder(t, await t.makeUser(), (await t.makeTool()).id);
    await uploadPicture();
    const backup = await backUp(t);
    const [gone = '', other = ''] = await picturesIn(t.shop.config.dataDir);
    const count = backup.manifest.pictures;
    const tools = backup.manifest.database.tables.find(({ name }) => name === 'public.tools')?.rows ?? 0;
    await changed(backup.file, async (folder) => {
      const orders = join(folder, rowsOf(backup, 'public.orders'));
      await writeFile(orders, (await readFile(orders, 'utf8')).replace('1 Workshop Lane', '2 Workshop Lane'));
      await writeFile(join(folder, rowsOf(backup, 'public.tools')), '');
      await rm(join(folder, rowsOf(backup, 'public.users')));
      await rm(join(folder, 'pictures', gone));
      await writeFile(join(folder, 'pictures', other), 'something else');
    });
    const { tried, left } = await tryIt(backup.file);
    const orders = backup.manifest.database.tables.find(({ name }) => name === 'public.orders')?.rows;
    expect(tried.differences.sort()).toEqual(
      [
        `${count - 1} files of pictures, where ${count} were backed up`,
        `pictures/${gone} is missing`,
        `pictures/${other} has another content`,
        `public.orders: its ${orders} rows are not those that were backed up`,
        `public.tools: 0 rows, where ${tools} were backed up`,
        'public.users: its rows are missing',
      ].sort(),
    );
    expect(left).toEqual(['shop.tar.gz']);
  });

  it('names what the database refuses, though the sums are right', { tags: ['sweep'] }, async () => {
    const buyer = await t.makeUser();
    await placeOrder(t, buyer, (await t.makeTool()).id);
    const backup = await backUp(t);
    await changed(backup.file, async (folder) => {
      const path = join(folder, rowsOf(backup, 'public.orders'));
      const rows = (await readFile(path, 'utf8')).replaceAll(buyer.userId, uuid());
      await writeFile(path, rows);
      const manifest = structuredClone(backup.manifest);
      for (const table of manifest.database.tables)
        if (table.name === 'public.orders') table.sha256 = createHash('sha256').update(rows).digest('hex');
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    });
    const { tried, left } = await tryIt(backup.file);
    expect(tried.differences).toEqual([
      'the database refuses it: insert or update on table "orders" violates foreign key constraint "orders_user_id_fkey"',
    ]);
    expect(left).toEqual(['shop.tar.gz']);
  });
});
