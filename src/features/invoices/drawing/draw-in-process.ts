import { answerTasks } from '#platform/helper-process.ts';
import type { DrawTask } from '../paper.ts';
import { drawPaper } from './draw-paper.ts';

// The whole of the process that `send-paper.ts` asks.
answerTasks((task: DrawTask): Promise<Uint8Array> => drawPaper(task));
