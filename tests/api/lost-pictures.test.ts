import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeLostPictures, findLostPictures } from '#features/pictures/find-lost-pictures.ts';
import { createLog } from '#platform/log.ts';
import { checkDatabase } from '#server/commands/checks.ts';
import { tryBackup } from '#server/shop/try-backup.ts';
import { backUp } from '#tests/support/backups.ts';
import { noiseJpeg } from '#tests/support/pictures.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { upload } from '#tests/support/uploads.ts';

const t = setUpShop();

/** What the doctor says of the pictures. */
async function examine() {
  const server = { owner: t.owner, connection: t.owner, summary: '', stop: async () => undefined };
  const findings = await checkDatabase(t.shop, server);
  return findings.filter(({ about }) => about === 'Pictures');
}

/** What the trial of a new backup finds of the pictures that the database names. */
async function tryNewBackup() {
  const { file } = await backUp(t);
  const { named, differences } = await tryBackup(file, t.shop.config, {
    say: () => undefined,
    log: createLog('silent'),
  });
  expect(differences).toEqual([]);
  return named;
}

it('is told of pictures whose files are lost, by the doctor and by the trial of a backup', async () => {
  expect(await examine()).toEqual([]);
  const { token } = await t.makeUser({ role: 'admin' });
  for (const width of [500, 600, 700]) {
    const bytes = await noiseJpeg({ width, height: 40 });
    expect((await upload(t, [{ bytes }], { token })).status).toBe(200);
  }
  const words = 'of 3 that the database names, 3 have their files';
  expect(await examine()).toEqual([{ about: 'Pictures', state: 'good', words }]);

  const folder = join(t.shop.config.dataDir, 'pictures');
  const [gone = ''] = (await readdir(folder)).filter((name) => name.endsWith('-400.webp'));
  await rm(join(folder, gone));
  const [finding] = await examine();
  const hash = gone.slice(0, 32);
  expect(finding).toMatchObject({ state: 'bad' });
  expect(finding?.words).toMatch(
    new RegExp(`^of 3 that the database names, 1 lack files: /pictures/${hash}-\\d+\\.webp$`),
  );
  expect(await tryNewBackup()).toMatchObject({ pictures: 3, lost: 1, unasked: 0 });

  await rm(folder, { recursive: true });
  expect(await tryNewBackup()).toMatchObject({ pictures: 3, lost: 3 });
});

it('says how many pictures are where nobody can be asked', async () => {
  const found = await findLostPictures(t.shop.db, { has: async () => undefined });
  expect(describeLostPictures(found)).toBe(
    'of 3 that the database names, 0 have their files; 3 are kept where the shop cannot ask for them',
  );
});
