const WIDTH = 30;

/** Shows a step's progress: in place on a terminal, otherwise one line per tenth. */
export function progressBar(write: (text: string) => void, isTerminal: boolean) {
  let lastTenth = -1;
  return (step: string, done: number, all: number): void => {
    const share = all === 0 ? 1 : done / all;
    const tenth = Math.floor(share * 10);
    if (!isTerminal && tenth === lastTenth && done > 0) return;
    lastTenth = tenth;
    const filled = Math.round(share * WIDTH);
    const bar = `${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}`;
    const line = `${step.padEnd(14)} [${bar}] ${done.toLocaleString('en')} of ${all.toLocaleString('en')}`;
    write(isTerminal ? `\r${line}${done >= all ? '\n' : ''}` : `${line}\n`);
  };
}
