import { join } from 'node:path';
import { installProject } from './install-project.ts';

// Installs what checks the code, which neither starting the shop nor testing it needs (decision 115).
await installProject(join(import.meta.dirname, '../checks'), () =>
  process.stderr.write('Installing what checks the code, once for each checks/package-lock.json …\n'),
);
