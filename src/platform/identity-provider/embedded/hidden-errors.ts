import { AsyncLocalStorage } from 'node:async_hooks';

const underWay = new AsyncLocalStorage<{ error?: Error }>();

/**
 * better-auth logs some errors and answers as if nothing were amiss: with the database away, a good session is simply
 * 'unauthorized', and the browser would sign its owner out. This finds such errors: `error` is what was logged while
 * `run` was under way.
 */
export async function withHiddenErrors<Result>(
  run: () => Promise<Result>,
): Promise<{ result: Result; error: Error | undefined }> {
  const noted: { error?: Error } = {};
  const result = await underWay.run(noted, run);
  return { result, error: noted.error };
}

/** Notes the error among what better-auth logs, for the call that is under way. */
export function noteHiddenError(details: unknown[]): void {
  const noted = underWay.getStore();
  const error = details.find((detail) => detail instanceof Error);
  if (noted && error) noted.error ??= error;
}
