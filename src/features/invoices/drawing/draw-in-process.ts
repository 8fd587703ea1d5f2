import { answerTasks } from '#platform/helper-process.ts';
import type { DrawTask } from '../invoice.ts';
import { drawInvoice } from './draw-invoice.ts';

// The complete process to which `keep-invoice.ts` delegates.
answerTasks((task: DrawTask): Promise<Uint8Array> => drawInvoice(task));
