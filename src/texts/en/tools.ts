import { counted } from './locale.ts';

const toolForms = { one: '# tool', other: '# tools' };

/** The list of tools, its search and its filters. */
export const toolsTexts = {
  hits: (count: number) => counted(count, toolForms),
  hitsMoreThan: (count: number) => `More than ${counted(count, toolForms)}`,
};
