import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

/** What the files in deploy/ say about the shop, held against the shop: nothing else would notice that they have parted. */

const folder = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(folder, path), 'utf8');

const dockerfile = read('deploy/Dockerfile').replaceAll(/\\\n\s*/g, '');
/** The values of an instruction that comes once or more, such as `USER`. */
const instructions = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.+)$`, 'gm'))].map(([, value]) => value ?? '');
const imageSettings = Object.fromEntries(
  instructions('ENV')
    .join(' ')
    .split(/\s+/)
    .map((pair) => pair.split('=')),
);
/** What `npm start` sets, and what it runs. */
const startWords = packageJson.scripts.start.split(' ');
const startSettings = Object.fromEntries(
  startWords.filter((word) => /^[A-Z_]+=/.test(word)).map((word) => word.split('=')),
);
const startCommand = startWords.filter((word) => !/^[A-Z_]+=/.test(word));

const settings = new Set([...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name));
const notOurs = new Set(['NODE_ENV', 'MALLOC_ARENA_MAX']);

it('runs in the image as npm start runs it', () => {
  expect(instructions('CMD').map((command) => JSON.parse(command))).toEqual([startCommand]);
  expect(imageSettings).toMatchObject(startSettings);
  const compiling = instructions('RUN').find((run) => run.includes('compile-ahead.ts'));
  expect(compiling?.match(/node (--max\S+)/)?.[1]).toBe(startCommand[1]);
});

it('gives the image no setting that the shop does not have', () => {
  expect(Object.keys(imageSettings).filter((name) => !settings.has(name) && !notOurs.has(name))).toEqual([]);
});

it('runs the image as one unprivileged user, whose folder the data folder is', () => {
  const [user = ''] = instructions('USER');
  expect(instructions('USER')).toHaveLength(1);
  const [uid, gid] = user.split(':');
  expect(Number(uid)).toBeGreaterThan(999);
  const run = instructions('RUN').join('\n');
  expect(run).toContain(`useradd --uid ${uid} --gid ${gid} `);
  expect(run).toContain(`setpriv --reuid=${uid} --regid=${gid} `);
  expect(run).toContain(`install -d -o toolyard -g toolyard -m 0700 ${imageSettings.SHOP_DATA_DIR}`);
  expect(instructions('VOLUME')).toEqual([imageSettings.SHOP_DATA_DIR]);
  // The stages that are run come after the user is set, and set none themselves.
  expect(instructions('FROM').slice(1)).toEqual(['debian:bookworm-slim AS server', 'server AS shop']);
});

it('asks the image for its health where the shop answers', () => {
  expect(instructions('EXPOSE')).toEqual([imageSettings.PORT]);
  const [check = ''] = instructions('HEALTHCHECK');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the image's text
  expect(check).toContain('fetch(`http://127.0.0.1:${process.env.PORT}/healthz`)');
  expect(read('src/api/health.routes.ts')).toContain("api.get('/healthz'");
  expect(instructions('STOPSIGNAL')).toEqual(['SIGTERM']);
});

it('lets nothing into an image but what is named, and no settings, data or tests', () => {
  const lines = read('.dockerignore').split('\n');
  const rules = lines.filter((line) => line !== '' && !line.startsWith('#'));
  expect(rules[0]).toBe('*');
  const allowed = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const source = [
    '.npmrc',
    'database',
    'demo',
    'package-lock.json',
    'package.json',
    'react-router.config.ts',
  ];
  expect(allowed).toEqual([...source, 'scripts', 'src', 'tsconfig.json', 'vite.config.ts']);
  // A later rule wins, so these come after what is allowed.
  expect(rules.slice(1 + allowed.length)).toEqual(['**/*.test.ts', '**/*.test.tsx', '**/.env*', '**/*.log']);
});
