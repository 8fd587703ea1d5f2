// Loaded before the server: Node keeps the compiled form of every module, so that later starts
// neither strip types nor compile again, nor hold what does so in memory. Where the folder cannot be
// written, each start compiles anew.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
