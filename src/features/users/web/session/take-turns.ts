/** Runs `work` while no other tab of this browser runs work of the same name. */
export type TakeTurns = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Takes turns by the Web Locks API, which browsers only have on https addresses and on this machine. Elsewhere tabs may
 * work at the same time.
 */
export const takeTurns: TakeTurns = (name, work) =>
  globalThis.navigator?.locks ? navigator.locks.request(name, work) : work();
