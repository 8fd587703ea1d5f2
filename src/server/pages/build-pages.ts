import { spawn } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { StartFailure } from '#server/shop/start-failure.ts';

export const projectFolder = join(import.meta.dirname, '../../..');

export const buildFolders = {
  client: join(projectFolder, 'build/client'),
  serverEntry: join(projectFolder, 'build/server/index.js'),
};

const STAMP = 'build/stamp';
const BUILD_TOOL = 'node_modules/@react-router/dev/bin.cjs';

/** What the build is made from. */
const sources = [
  'src/app',
  'src/features',
  'src/ui',
  'src/contracts',
  'src/texts',
  'vite.config.ts',
  'react-router.config.ts',
  'package-lock.json',
];

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Shorter files gain nothing worth a second copy. */
const MIN_BYTES = 256;

/** Builds the pages when the build is missing or older than its sources. */
export async function buildIfStale(say: (line: string) => void): Promise<void> {
  if (await isStale(projectFolder)) await buildPages(say);
}

/** Builds the pages, and compresses what browsers will load. The stamp, written
 * last, marks the build as whole. */
export async function buildPages(say: (line: string) => void): Promise<void> {
  say('Building the pages …');
  const stamp = join(projectFolder, STAMP);
  await rm(stamp, { force: true });
  await runBuild();
  await compressAssets(buildFolders.client);
  await writeFile(stamp, '');
}

/** Whether a build is missing or older than its sources. Where the tools that build are not installed, as in
 * an image, it is to serve what it came with: the times of its files say when they were copied. */
export async function isStale(folder: string): Promise<boolean> {
  const built = await modifiedMs(join(folder, STAMP));
  if (built === undefined) return true;
  if ((await modifiedMs(join(folder, BUILD_TOOL))) === undefined) return false;
  const newest = await Promise.all(sources.map((source) => newestMs(join(folder, source))));
  return Math.max(...newest) > built;
}

async function newestMs(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
  const times = await Promise.all(
    [path, ...entries.map((entry) => join(entry.parentPath, entry.name))].map(modifiedMs),
  );
  return Math.max(...times.map((time) => time ?? 0));
}

async function modifiedMs(path: string): Promise<number | undefined> {
  return stat(path).then(
    (stats) => stats.mtimeMs,
    () => undefined,
  );
}

/** Half of what V8 and the allocator take of themselves, and as quick. */
const LITTLE_MEMORY = ['--max-old-space-size=384', '--max-semi-space-size=16'];

/** Runs the build in a process of its own: its memory goes back when it ends. */
function runBuild(): Promise<void> {
  const child = spawn(process.execPath, [...LITTLE_MEMORY, join(projectFolder, BUILD_TOOL), 'build'], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(new StartFailure(explainBuildFailure({ code, signal, output: `${Buffer.concat(output)}` })));
    });
  });
}

/** Why a build ended as it did. Linux ends what takes the last memory by SIGKILL, which in a container is
 * code 137; V8 ends itself by SIGABRT, 134. */
export function explainBuildFailure({
  code,
  signal,
  output,
}: {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}): string {
  const wasKilled = signal === 'SIGKILL' || code === 137;
  const ranOut = signal === 'SIGABRT' || code === 134 || output.includes('heap out of memory');
  if (wasKilled || ranOut)
    return 'The pages could not be built: there was too little memory. Building takes about 600 MB besides the shop; give this machine that much, or build elsewhere (npm run build) and copy the folder build/ here.';
  return `The pages could not be built:\n${output}`;
}

/** Puts a `.br` and a `.gz` beside every text file of a finished build, so
 * that serving costs no compression. */
async function compressAssets(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && /\.(js|css|svg|json|webmanifest)$/.test(entry.name),
  );
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(path: string): Promise<void> {
  if ((await stat(path)).size < MIN_BYTES) return;
  const bytes = await readFile(path);
  const [br, gz] = await Promise.all([compressBrotli(bytes), compressGzip(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
