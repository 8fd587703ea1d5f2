// Loaded before the server, whose TypeScript Node runs as it is. On Linux that is the pinned Node of `npm
// ci`, unless npm itself runs on a newer one of the machine: that has the fixes since, and takes this process
// over. Elsewhere it is the machine's own, which may be too old.
import { execve, stderr } from 'node:process';

const { env, versions } = process;

/** Whether the first version, such as `24.22.1`, is newer than the second. */
function isNewer(one, other) {
  const [ones, others] = [one, other].map((version) => version.split('.').map(Number));
  const place = ones.findIndex((number, nth) => number !== others[nth]);
  return place !== -1 && ones[place] > others[place];
}

// npm names the Node that it runs on, and its version: `npm/11.19.1 node/v24.22.1 linux x64 …`.
const machines = /\bnode\/v(\d+\.\d+\.\d+)/.exec(env.npm_config_user_agent ?? '')?.[1];
const path = env.npm_node_execpath;
if (machines && path && execve && isNewer(machines, versions.node)) {
  const { npm_config_user_agent: _, ...environment } = env;
  execve(path, [path, ...process.execArgv, ...process.argv.slice(1)], environment);
}

if (Number(versions.node.split('.')[0]) < 24) {
  stderr.write(
    `Toolyard needs Node 24 or newer on this system; this is ${process.version}. Run it through npm (npm start), ` +
      'after npm ci without --omit=optional.\n',
  );
  process.exit(1);
}
