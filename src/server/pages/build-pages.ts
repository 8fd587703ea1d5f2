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

/** The sources of the build. */
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

/** Compressing shorter files is not worth a second copy. */
const MIN_BYTES = 256;

/** Builds the pages if the build is missing or older than its sources. */
export async function buildIfStale(say: (line: string) => void): Promise<void> {
  if (await isStale(projectFolder)) await buildPages(say);
}

/** Builds the pages and compresses what browsers load. The stamp, written last, marks the build as
 * complete. */
export async function buildPages(say: (line: string) => void): Promise<void> {
  say('Building the pages …');
  const stamp = join(projectFolder, STAMP);
  await rm(stamp, { force: true });
  await runBuild();
  await compressAssets(buildFolders.client);
  await writeFile(stamp, '');
}

/** Whether a build is missing or older than its sources. Without the build tools, as in a container image, a
 * complete build is always current: its file times only show when the files were copied. */
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

/** Half of what V8 and the allocator use by default, and equally fast. */
const LITTLE_MEMORY = ['--max-old-space-size=384', '--max-semi-space-size=16'];

/** Runs the build in a separate process, so that its memory is released at the end. */
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

/** Explains how a build ended. Linux kills a process that exhausts the memory by SIGKILL, in a container code
 * 137; V8 aborts itself by SIGABRT, 134. */
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

/** Writes a `.br` and a `.gz` beside every text file of a finished build, so that serving needs no
 * compression. */
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
