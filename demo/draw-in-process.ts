import { answerTasks } from '#platform/helper-process.ts';
import type { DrawTask } from './plate-drawer.ts';
import { renderPlate } from './render-plate.ts';

// The whole process started by `plate-drawer.ts`.
answerTasks(({ slug, detail }: DrawTask) => renderPlate(slug, detail));
