import { describe, expect, it } from 'vitest';
import { readConfig, settingNames } from '#platform/config/config.ts';
import {
  imageInstructions,
  imageSettings,
  readFile,
  settings,
  startCommand,
  startSettings,
  stopSeconds,
  unknownSettings,
} from '#tests/support/deploy-files.ts';

/** What deploy/Dockerfile and the units say about the shop, held against the shop: nothing
 * else would notice that they part. */

it('has every setting in .env.example, with a reason in its decision, and no other', () => {
  expect([...settings.keys()].toSorted()).toEqual(settingNames.toSorted());
  const rows = readFile('docs/decisions/0097-which-settings-there-are.md').match(/^\| `.*?(?= \| )/gm) ?? [];
  const reasoned = rows.flatMap((row) => row.match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g) ?? []);
  expect(reasoned.toSorted()).toEqual(settingNames.toSorted());
});

it('has every limit in .env.example as it is preset', () => {
  const named = readFile('.env.example').match(/(?<=^# )\w+=\d+\/\d+[smh](?= )/gm) ?? [];
  const { limits } = readConfig({});
  expect(named).toHaveLength(Object.keys(limits).length);
  expect(readConfig({ SHOP_RATE_LIMIT: named.join() }).limits).toEqual(limits);
});

describe('the image', () => {
  it('runs the shop as npm start does', () => {
    expect(imageInstructions('CMD').map((command) => JSON.parse(command))).toEqual([startCommand]);
    expect(imageSettings).toMatchObject(startSettings);
    const compiling = imageInstructions('RUN').find((run) => run.includes('compile-ahead.ts'));
    // Compiled with another flag, nothing would be found at the start.
    expect(compiling?.match(/node (--max\S+)/)?.[1]).toBe(startCommand[1]);
    expect(imageInstructions('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('sets nothing that the shop does not know', () => {
    expect(unknownSettings(Object.keys(imageSettings))).toEqual([]);
  });

  it('runs as one unprivileged user, who owns the data folder alone', () => {
    const [user = ''] = imageInstructions('USER');
    expect(imageInstructions('USER')).toHaveLength(1);
    const [uid, gid] = user.split(':');
    expect(Number(uid)).toBeGreaterThan(999);
    const run = imageInstructions('RUN').join('\n');
    expect(run).toContain(`useradd --uid ${uid} --gid ${gid} `);
    expect(run).toContain(`setpriv --reuid=${uid} --regid=${gid} `);
    expect(run).toContain(`install -d -o toolyard -g toolyard -m 0700 ${imageSettings.SHOP_DATA_DIR}`);
    // What is run is root's own, and so is what Node has compiled of it.
    expect(run).toContain('chown -R root:root . && chmod -R go-w,a+rX . ');
    expect(imageInstructions('VOLUME')).toEqual([imageSettings.SHOP_DATA_DIR]);
    // Whatever is run comes after the user is set, and sets none itself.
    expect(imageInstructions('FROM').slice(1)).toEqual(['debian:bookworm-slim AS server', 'server AS shop']);
  });

  it('is asked for its health where the shop answers', () => {
    expect(imageInstructions('EXPOSE')).toEqual([imageSettings.PORT]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the image's text
    expect(imageInstructions('HEALTHCHECK')[0]).toContain('`http://127.0.0.1:${process.env.PORT}/healthz`');
    expect(readFile('src/server/api/health.ts')).toContain("path: '/healthz'");
  });

  it('gets nothing but what is named, and no settings, data or tests', () => {
    const lines = readFile('.dockerignore').split('\n');
    const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules[0]).toBe('*');
    const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    expect(allowed).toEqual([
      ...['.npmrc', 'database', 'demo', 'package-lock.json', 'package.json', 'packages'],
      ...['react-router.config.ts', 'scripts', 'src', 'tsconfig.json', 'vite.config.ts'],
    ]);
    // A later rule wins, so these come after what is allowed.
    const refused = ['**/*.test.ts', '**/*.test.tsx', 'packages/*/testing', '**/.env*', '**/*.log'];
    expect(rules.slice(1 + allowed.length)).toEqual(refused);
  });
});

/** The values of a line in a unit of systemd, such as `User`. */
const unitLines = (unit: string, name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

const environmentOf = (unit: string) =>
  Object.fromEntries(
    unitLines(unit, 'Environment')
      .join(' ')
      .split(' ')
      .map((pair) => pair.split('=')),
  );

describe('the units of systemd', () => {
  const shop = readFile('deploy/toolyard.service');
  const backup = readFile('deploy/toolyard-backup.service');

  it('run the shop as npm start does, and wait for its end', () => {
    const [node = '', ...rest] = (unitLines(shop, 'ExecStart')[0] ?? '').split(' ');
    expect(node).toBe(`${unitLines(shop, 'WorkingDirectory')[0]}/node_modules/.bin/node`);
    expect(rest).toEqual(startCommand.slice(1));
    expect(environmentOf(shop)).toMatchObject(startSettings);
    expect(Number(unitLines(shop, 'TimeoutStopSec')[0])).toBeGreaterThan(stopSeconds);
  });

  it('write backups with what npm run backup runs, of the same shop by the same user', () => {
    const [, ...call] = (unitLines(backup, 'ExecStart')[0] ?? '').split(' ');
    expect(call).toEqual(['/opt/toolyard/src/server/cli.ts', 'backup']);
    expect(readFile('package.json')).toContain(' src/server/cli.ts backup"');
    for (const name of ['User', 'Group', 'EnvironmentFile'])
      expect(unitLines(backup, name)).toEqual(unitLines(shop, name));
    expect(environmentOf(backup).SHOP_DATA_DIR).toBe(environmentOf(shop).SHOP_DATA_DIR);
  });

  it('set nothing that the shop does not know, and are hardened alike', () => {
    expect(unknownSettings(Object.keys({ ...environmentOf(shop), ...environmentOf(backup) }))).toEqual([]);
    const hardening = (unit: string) => unit.slice(unit.indexOf('NoNewPrivileges='), unit.indexOf('\n[Inst'));
    expect(hardening(shop)).toContain('ProtectSystem=strict');
    expect(hardening(`${backup}\n[Inst`).trim()).toBe(hardening(shop).trim());
    expect(unitLines(shop, 'User')[0]).not.toBe('root');
  });
});
