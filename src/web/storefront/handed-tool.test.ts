import { expect, it } from 'vitest';
import type { Tool } from '#contracts/tool.ts';
import { handOverTool, takeHandedTool } from './handed-tool.ts';

const vice = { _id: 'vice', name: 'Bench vice' } as Tool;

it('hands a tool over once', () => {
  handOverTool(vice);
  expect(takeHandedTool('vice')).toBe(vice);
  expect(takeHandedTool('vice')).toBeUndefined();
});

it('hands no other tool over, and forgets the one that was not fetched', () => {
  handOverTool(vice);
  expect(takeHandedTool('plane')).toBeUndefined();
  expect(takeHandedTool('vice')).toBeUndefined();
});
