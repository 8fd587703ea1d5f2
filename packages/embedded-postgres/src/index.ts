export { prepareBinaries } from './binaries.ts';
export { connectToRunning, isClusterIn } from './connect-to-running.ts';
export { findDatabaseFolder } from './database-folder.ts';
export { diskFull, EmbeddedPostgresError, gaveUpOnFullDisk, isDiskFull } from './failure.ts';
export {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
