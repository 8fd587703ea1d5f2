import { expect, it } from 'vitest';
import type { Tool } from '#contracts/tool.ts';
import { handOverTool, noteTool, seenTool, takeHandedTool } from './handed-tool.ts';

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

it('knows the last tool that was met, as often as it is asked', () => {
  const plane = noteTool({ _id: 'plane', name: 'Bench plane' } as Tool);
  expect([seenTool('plane'), seenTool('plane'), seenTool('vice')]).toEqual([plane, plane, undefined]);
  handOverTool(vice);
  takeHandedTool('vice');
  expect([seenTool('vice'), seenTool('plane')]).toEqual([vice, undefined]);
});
