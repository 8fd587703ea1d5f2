import { answerTasks } from '#platform/helper-process.ts';
import type { DrawTask } from '../invoice.ts';
import { drawInvoice } from './draw-invoice.ts';

// The whole of the process that `send-invoice.ts` asks.
answerTasks((task: DrawTask): Promise<Uint8Array> => drawInvoice(task));
