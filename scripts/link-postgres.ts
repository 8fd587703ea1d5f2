import { tmpdir } from 'node:os';
import { prepareBinaries } from '#embedded-postgres';

/** Creates the links among PostgreSQL's libraries, which a start in a read-only folder could not. */
const { majorVersion } = await prepareBinaries(undefined, tmpdir(), (line) =>
  process.stdout.write(`${line}\n`),
);
process.stdout.write(`PostgreSQL ${majorVersion} is ready to be run.\n`);
