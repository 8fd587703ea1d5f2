/** Begins something that is awaited after something else. If it fails before that, Node would call it
 * unhandled and end the process: this way the failure waits for the `await`. */
export function awaitedLater<Result>(begun: Promise<Result>): Promise<Result> {
  begun.catch(() => undefined);
  return begun;
}

/** Runs something without awaiting it; its failure goes to `onFailure`, which must not throw. */
export function unawaited(begun: Promise<unknown>, onFailure: (error: unknown) => void): void {
  begun.catch(onFailure);
}
