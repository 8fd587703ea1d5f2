import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

/** Reads a file of the project by its path. */
export const readFile = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

const startWords = packageJson.scripts.start.split(' ');
const isSetting = (word: string) => /^[A-Z_]+=/.test(word);

/** The environment variables that `npm start` sets. */
export const startSettings = Object.fromEntries(startWords.filter(isSetting).map((word) => word.split('=')));

/** The command that `npm start` keeps up; other starts leave that to who runs them. */
export const startCommand = startWords.slice(startWords.indexOf('node'));

const example = readFile('.env.example');

/** The settings in `.env.example`, with their defaults. */
export const settings = new Map(
  [...example.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

/** Variables that Node reads, not the shop. */
const ofNode = ['NODE_ENV', 'MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE'];

/** The names that neither the shop nor Node knows. */
export const unknownSettings = (names: string[]) =>
  names.filter((name) => !settings.has(name) && !ofNode.includes(name));

/** Maximum time that the shop takes to stop, in seconds. */
export const stopSeconds =
  Number(/STOP_WITHIN_MS = ([\d_]+)/.exec(readFile('src/server/run-shop.ts'))?.[1]?.replaceAll('_', '')) /
  1000;

/** Maximum number of database connections per process: its pool, four for background work, and the four
 * permanent ones. */
export const connectionsOfProcess = Number(settings.get('DATABASE_POOL_SIZE')) + 8;

/** The instructions of deploy/Dockerfile with this name, with continued lines joined. */
export const imageInstructions = (name: string) =>
  [
    ...readFile('deploy/Dockerfile')
      .replaceAll(/\\\n\s*/g, '')
      .matchAll(new RegExp(`^${name} (.+)$`, 'gm')),
  ].map(([, value]) => value ?? '');

/** The environment variables that the image sets. */
export const imageSettings: Record<string, string> = Object.fromEntries(
  imageInstructions('ENV')
    .join(' ')
    .split(/\s+/)
    .map((pair) => pair.split('=')),
);
