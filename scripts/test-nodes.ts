import { mkdirSync } from 'node:fs';
import { closeWith, resultsFolder, runVitest } from './run-vitest.ts';

/** `npm run test:nodes`: several nodes behind nginx. Apart from `npm test`, since it needs nginx. */
mkdirSync(resultsFolder, { recursive: true });
closeWith([runVitest('nodes')]);
