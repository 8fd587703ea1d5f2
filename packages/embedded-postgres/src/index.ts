export { prepareBinaries } from './binaries.ts';
export { connectToRunning, isClusterIn } from './connect-to-running.ts';
export { diskFull, EmbeddedPostgresError, gaveUpOnFullDisk, isDiskFull } from './failure.ts';
export { findPlace } from './place.ts';
export {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
