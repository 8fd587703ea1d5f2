import { ApiError, type ListRows } from '#web/api-client.ts';

/**
 * A list's first stretch as a loader hands it to its page: the rows, or words on why there are none, with the status
 * that the page then has.
 */
export type FirstRows<Row> =
  | { list: ListRows<Row>; failure?: undefined }
  | { list?: undefined; failure: string; status: number };

/** A text of the catalogue on something that could not be loaded, with the reason. */
export type FailureText = (reason: string) => string;

/**
 * Waits for a list's first stretch; a refusal becomes words, so that the rest of the page still stands.
 * @throws whatever is no `ApiError`, an abort among it
 */
export async function firstRows<Row>(
  failed: FailureText,
  call: Promise<ListRows<Row>>,
): Promise<FirstRows<Row>> {
  try {
    return { list: await call };
  } catch (error) {
    return { failure: failureText(failed, error), status: failureStatus(error) };
  }
}

/** What was asked wrongly stays the asker's fault; that the shop could not answer is its own, for now. */
function failureStatus(error: unknown): number {
  const isAskersFault = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return isAskersFault ? error.status : 503;
}

/** What could not be loaded, with the reason that the shop gave. Rethrows what is no `ApiError`. */
export function failureText(failed: FailureText, error: unknown): string {
  if (error instanceof ApiError) return failed(error.message);
  throw error;
}
