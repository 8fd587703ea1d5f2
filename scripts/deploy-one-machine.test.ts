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

/** Compares deploy/Dockerfile and the systemd units with the shop: nothing else would notice a difference. */

it('has every setting in .env.example, and no other', () => {
  expect([...settings.keys()].toSorted()).toEqual(settingNames.toSorted());
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
    // With a different flag, the compiled code would not be found at the start.
    expect(compiling?.match(/node (--max\S+)/)?.[1]).toBe(startCommand[1]);
    expect(imageInstructions('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  it('sets only variables that the shop knows', () => {
    expect(unknownSettings(Object.keys(imageSettings))).toEqual([]);
  });

  it('runs as one unprivileged user, who owns only the data folder', () => {
    const [user = ''] = imageInstructions('USER');
    expect(imageInstructions('USER')).toHaveLength(1);
    const [uid, gid] = user.split(':');
    expect(Number(uid)).toBeGreaterThan(999);
    const run = imageInstructions('RUN').join('\n');
    expect(run).toContain(`useradd --uid ${uid} --gid ${gid} `);
    expect(run).toContain(`setpriv --reuid=${uid} --regid=${gid} `);
    expect(run).toContain(`install -d -o toolyard -g toolyard -m 0700 ${imageSettings.SHOP_DATA_DIR}`);
    // The code belongs to root, and so does what Node has compiled from it.
    expect(run).toContain('chown -R root:root . && chmod -R go-w,a+rX . ');
    expect(imageInstructions('VOLUME')).toEqual([imageSettings.SHOP_DATA_DIR]);
    // The later stages inherit the user and set none themselves.
    expect(imageInstructions('FROM').slice(1)).toEqual(['debian:bookworm-slim AS server', 'server AS shop']);
  });

  it('has a health check at the address that the shop serves', () => {
    expect(imageInstructions('EXPOSE')).toEqual([imageSettings.PORT]);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the image's text
    expect(imageInstructions('HEALTHCHECK')[0]).toContain('`http://127.0.0.1:${process.env.PORT}/healthz`');
    expect(readFile('src/server/api/health.ts')).toContain("path: '/healthz'");
  });

  it('copies only what is named, without settings, data or tests', () => {
    const lines = readFile('.dockerignore').split('\n');
    const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
    expect(rules[0]).toBe('*');
    const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    expect(allowed).toEqual([
      ...['.npmrc', 'database', 'demo', 'package-lock.json', 'package.json', 'packages'],
      ...['react-router.config.ts', 'scripts', 'src', 'tsconfig.json', 'vite.config.ts'],
    ]);
    // A later rule wins, so these come after the allowed paths.
    const refused = ['**/*.test.ts', '**/*.test.tsx', 'packages/*/testing', '**/.env*', '**/*.log'];
    expect(rules.slice(1 + allowed.length)).toEqual(refused);
  });
});

/** The values of a directive in a systemd unit, such as `User`. */
const unitLines = (unit: string, name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

const environmentOf = (unit: string) =>
  Object.fromEntries(
    unitLines(unit, 'Environment')
      .join(' ')
      .split(' ')
      .map((pair) => pair.split('=')),
  );

describe('the systemd units', () => {
  const shop = readFile('deploy/toolyard.service');
  const backup = readFile('deploy/toolyard-backup.service');

  it('run the shop as npm start does, and wait until it has stopped', () => {
    const [node = '', ...rest] = (unitLines(shop, 'ExecStart')[0] ?? '').split(' ');
    expect(node).toBe(`${unitLines(shop, 'WorkingDirectory')[0]}/node_modules/.bin/node`);
    expect(rest).toEqual(startCommand.slice(1));
    expect(environmentOf(shop)).toMatchObject(startSettings);
    expect(Number(unitLines(shop, 'TimeoutStopSec')[0])).toBeGreaterThan(stopSeconds);
  });

  it('back up the same shop as the same user, with the command of npm run backup', () => {
    const [, ...call] = (unitLines(backup, 'ExecStart')[0] ?? '').split(' ');
    expect(call).toEqual(['/opt/toolyard/src/server/cli.ts', 'backup', '--verify']);
    expect(readFile('package.json')).toContain(' src/server/cli.ts backup"');
    for (const name of ['User', 'Group', 'EnvironmentFile'])
      expect(unitLines(backup, name)).toEqual(unitLines(shop, name));
    expect(environmentOf(backup).SHOP_DATA_DIR).toBe(environmentOf(shop).SHOP_DATA_DIR);
  });

  it('set only variables that the shop knows, and share their hardening', () => {
    expect(unknownSettings(Object.keys({ ...environmentOf(shop), ...environmentOf(backup) }))).toEqual([]);
    const hardening = (unit: string) => unit.slice(unit.indexOf('NoNewPrivileges='), unit.indexOf('\n[Inst'));
    expect(hardening(shop)).toContain('ProtectSystem=strict');
    expect(hardening(`${backup}\n[Inst`).trim()).toBe(hardening(shop).trim());
    expect(unitLines(shop, 'User')[0]).not.toBe('root');
  });
});
