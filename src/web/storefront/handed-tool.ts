import type { Tool } from '#contracts/tool.ts';

let handed: Tool | undefined;
let seen: Tool | undefined;

/** Keeps the tool whose link was just followed, so that its page can show at once what the list already knew. */
export function handOverTool(tool: Tool): void {
  handed = tool;
  seen = tool;
}

/** The tool that was handed over, once; `undefined` when it is another one or there was none. */
export function takeHandedTool(toolId: string): Tool | undefined {
  const tool = handed?._id === toolId ? handed : undefined;
  handed = undefined;
  return tool;
}

/** Notes what the shop has just said of a tool. */
export function noteTool(tool: Tool): Tool {
  seen = tool;
  return tool;
}

/** What was known last of a tool, where that was the last one that this browser has met. */
export const seenTool = (toolId: string): Tool | undefined => (seen?._id === toolId ? seen : undefined);
