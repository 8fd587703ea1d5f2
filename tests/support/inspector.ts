import { once } from 'node:events';

/** Setting that lets a process of the shop be inspected. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Node's own inspector of a running process (https://chromedevtools.github.io/devtools-protocol/). */
export type Inspector = {
  send<Result>(method: string, params?: object): Promise<Result>;
  /** Evaluates an expression in the process and awaits its value. */
  evaluate<Value>(expression: string): Promise<Value>;
  close(): void;
};

/** Opens the inspector of a process started with `INSPECTED`, whose URL is the first that it printed. */
export async function openInspector(printed: string): Promise<Inspector> {
  const address = /Debugger listening on (ws:\S+)/.exec(printed)?.[1];
  if (!address) throw new Error('the process prints no address of an inspector');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const { promise: gone, reject } = Promise.withResolvers<never>();
  gone.catch(() => undefined);
  socket.addEventListener('close', () => reject(new Error('the process is gone')));
  let sent = 0;
  function send<Result>(method: string, params: object = {}): Promise<Result> {
    sent += 1;
    const { promise, resolve } = Promise.withResolvers<Result>();
    waiting.set(sent, (result) => resolve(result as Result));
    socket.send(JSON.stringify({ id: sent, method, params }));
    return Promise.race([promise, gone]);
  }
  return {
    send,
    async evaluate<Value>(expression: string) {
      const { result } = await send<{ result: { value: Value } }>('Runtime.evaluate', {
        expression,
        returnByValue: true,
        awaitPromise: true,
      });
      return result.value;
    },
    close: () => socket.close(),
  };
}
