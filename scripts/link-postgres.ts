import { tmpdir } from 'node:os';
import { prepareBinaries } from '#embedded-postgres';

/** Makes the links among PostgreSQL's libraries, which a start in a folder that it
 * may not write to could not make. */
const { majorVersion } = await prepareBinaries(undefined, tmpdir(), (line) =>
  process.stdout.write(`${line}\n`),
);
process.stdout.write(`PostgreSQL ${majorVersion} is ready to be run.\n`);
