import type { IncomingMessage } from 'node:http';
import { ask, DownloadFailed, type Network, network, resolveHost } from './download.ts';
import { isPublicAddress } from './ip-addresses.ts';

/** Why a webhook got no answer. */
type PostProblem = 'timed_out' | 'no_such_host' | 'not_public' | 'not_https' | 'out_of_reach';

/** The receiver's answer, or why there was none. `answer`: its beginning. */
export type PostResult = { durationMs: number } & (
  | { status: number; answer: string; problem?: undefined }
  | { status?: undefined; problem: PostProblem }
);

export type WebhookSender = {
  /** Sends a body once, and follows no redirect. */
  post(url: string, request: { headers: Record<string, string>; body: string }): Promise<PostResult>;
  /** Why nothing could be sent to an address, as far as that is known without sending: its scheme, and what
   * its host's name stands for now. `undefined` if the name cannot be looked up at the moment. */
  problemOf(url: string): Promise<Exclude<PostProblem, 'timed_out' | 'out_of_reach'> | undefined>;
};

/** How long a receiver may take, from looking up its name to the last byte that is read. */
const TIMEOUT_MS = 10_000;
const LOOKUP_MS = 5_000;
/** How much of an answer is read: enough to see what went wrong. */
const ANSWER_BYTES = 2_000;

/** Creates a sender that reaches public addresses only, unless `allowsPrivate`. */
export function createWebhookSender(
  { resolve = network.resolve, dial = network.dial }: Partial<Network>,
  {
    allowsPrivate,
    needsHttps,
    timeoutMs = TIMEOUT_MS,
  }: { allowsPrivate: boolean; needsHttps: boolean; timeoutMs?: number },
): WebhookSender {
  const mayReach = allowsPrivate ? () => true : isPublicAddress;
  const isRefused = (url: URL) => needsHttps && url.protocol !== 'https:';
  return {
    async post(address, { headers, body }) {
      const began = performance.now();
      const elapsed = () => Math.round(performance.now() - began);
      const url = new URL(address);
      if (isRefused(url)) return { problem: 'not_https', durationMs: 0 };
      const signal = AbortSignal.timeout(timeoutMs);
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      try {
        const reply = await ask({ resolve, dial }, url, {
          method: 'POST',
          headers: { ...headers, ...length },
          body,
          mayReach,
          signal,
        });
        const { statusCode: status = 0 } = reply;
        return { status, answer: await readBeginning(reply), durationMs: elapsed() };
      } catch (error) {
        const problem = signal.aborted ? 'timed_out' : problemIn(error);
        return { problem, durationMs: elapsed() };
      }
    },
    async problemOf(address) {
      const url = new URL(address);
      if (isRefused(url)) return 'not_https';
      const host = url.hostname.replace(/^\[|\]$/g, '');
      try {
        await resolveHost(resolve, host, { signal: AbortSignal.timeout(LOOKUP_MS), mayReach });
        return undefined;
      } catch (error) {
        const problem = problemIn(error);
        return problem === 'out_of_reach' ? undefined : problem;
      }
    },
  };
}

function problemIn(error: unknown): Extract<PostProblem, 'no_such_host' | 'not_public' | 'out_of_reach'> {
  const problem = error instanceof DownloadFailed ? error.problem : undefined;
  return problem === 'no_such_host' || problem === 'not_public' ? problem : 'out_of_reach';
}

/** Reads the first bytes of an answer and closes the connection: a receiver could send indefinitely. What
 * cannot be read is omitted, since the status is known. */
async function readBeginning(reply: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of reply as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // The connection broke, or the time was up, within the answer.
  } finally {
    reply.destroy();
  }
  const text = Buffer.concat(pieces).subarray(0, ANSWER_BYTES).toString('utf8');
  // PostgreSQL stores no NUL.
  return text.replaceAll('\0', '\ufffd');
}
