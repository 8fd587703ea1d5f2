import { reasonOf } from '../reason-of.ts';
import type { OtlpSettings } from './trace-settings.ts';

const ANSWER_WITHIN_MS = 5_000;

/** Sends a receiver of traces an empty report. @throws Error with words for the shop's keeper */
export async function askReceiver({ url, headers }: OtlpSettings): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [] }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((error: unknown) => {
    throw new Error(`it cannot be reached: ${reasonOf(error)}`);
  });
  await response.body?.cancel();
  if (response.ok) return 'takes traces';
  const about =
    response.status === 401 || response.status === 403 ? '; look at OTEL_EXPORTER_OTLP_HEADERS' : '';
  throw new Error(`it answers ${response.status}${about}`);
}
