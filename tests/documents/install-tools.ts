import { join } from 'node:path';
import { installProject } from '../../scripts/install-project.ts';

/** Installs the tools of this suite, and the compiler among what checks the code. */
export default async function installTools(): Promise<void> {
  for (const folder of ['tools', '../../checks']) await installProject(join(import.meta.dirname, folder));
}
