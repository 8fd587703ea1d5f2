import type { Tool } from '#contracts/tool.ts';

let handed: Tool | undefined;

/** Keeps the tool whose link was just followed, so that its page can show at once what the list already knew. */
export function handOverTool(tool: Tool): void {
  handed = tool;
}

/** The tool that was handed over, once; `undefined` when it is another one or there was none. */
export function takeHandedTool(toolId: string): Tool | undefined {
  const tool = handed?._id === toolId ? handed : undefined;
  handed = undefined;
  return tool;
}
