import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

/** A file of the project, by its path. */
export const readFile = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

const startWords = packageJson.scripts.start.split(' ');
const isSetting = (word: string) => /^[A-Z_]+=/.test(word);

/** What `npm start` sets in the environment. */
export const startSettings = Object.fromEntries(startWords.filter(isSetting).map((word) => word.split('=')));

/** What `npm start` runs; `exec` only takes the shell away, which there is none of elsewhere. */
export const startCommand = startWords.filter((word) => !isSetting(word) && word !== 'exec');

const example = readFile('.env.example');

/** The settings that `.env.example` names, with their defaults there. */
export const settings = new Map(
  [...example.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);

/** What Node, not the shop, reads. */
const ofNode = ['NODE_ENV', 'MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE'];

/** The names among these that neither the shop nor Node knows. */
export const unknownSettings = (names: string[]) =>
  names.filter((name) => !settings.has(name) && !ofNode.includes(name));

/** How long the shop takes to stop at most, in seconds. */
export const stopSeconds =
  Number(/STOP_WITHIN_MS = ([\d_]+)/.exec(readFile('src/server/run-shop.ts'))?.[1]?.replaceAll('_', '')) /
  1000;

/** The most connections that one process opens to its database: its pool, and the two that stay. */
export const connectionsOfProcess = Number(settings.get('DATABASE_POOL_SIZE')) + 2;

/** The instructions of deploy/Dockerfile by name, each line continued to its end. */
export const imageInstructions = (name: string) =>
  [
    ...readFile('deploy/Dockerfile')
      .replaceAll(/\\\n\s*/g, '')
      .matchAll(new RegExp(`^${name} (.+)$`, 'gm')),
  ].map(([, value]) => value ?? '');

/** What the image sets in the environment. */
export const imageSettings: Record<string, string> = Object.fromEntries(
  imageInstructions('ENV')
    .join(' ')
    .split(/\s+/)
    .map((pair) => pair.split('=')),
);
