import { answerTasks } from '#platform/helper-process.ts';
import type { DrawTask } from './plate-drawer.ts';
import { renderPlate } from './render-plate.ts';

// The whole of the process that `plate-drawer.ts` asks.
answerTasks(({ slug, detail }: DrawTask) => renderPlate(slug, detail));
