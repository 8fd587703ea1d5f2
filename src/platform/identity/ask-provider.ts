import { z } from 'zod';
import { parseJson } from '../parse-json.ts';
import { reasonOf } from '../reason-of.ts';

const TIMEOUT_MS = 10_000;

/** What a provider answered: JSON, an object. `body` is what it says; nothing of it has been checked. */
export type ProviderAnswer = { status: number; body: Record<string, unknown> };

/** An identity provider could not be reached in time, or answered what it never should. `cause` is for the log. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly kind: 'unavailable' | 'nonsense';

  constructor(kind: 'unavailable' | 'nonsense', cause: unknown) {
    super(`an identity provider is of no help: ${reasonOf(cause)}`, { cause });
    this.kind = kind;
  }
}

const jsonObject = z.record(z.string(), z.unknown());

/** Makes one call; a 4xx is an answer. @throws ProviderError for no answer in 10 s, 5xx, 429, a redirect, no JSON object */
export async function askProvider(address: string, init: RequestInit = {}): Promise<ProviderAnswer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const [status, text] = await fetch(address, { ...init, redirect: 'error', signal })
    .then(async (response) => [response.status, await response.text()] as const)
    .catch((error: unknown) => {
      throw new ProviderError('unavailable', error);
    });
  if (status >= 500 || status === 429)
    throw new ProviderError('unavailable', new Error(`it answered ${status}`));
  const body = jsonObject.safeParse(parseJson(text)).data;
  if (!body) throw new ProviderError('nonsense', new Error(`it answered ${status} and no JSON object`));
  return { status, body };
}

/** Waits for an answer. @throws Error with `problem`, and why, for the shop's keeper */
export async function orExplain<Answer>(problem: string, asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    throw new Error(`${problem}: ${reasonOf(error)}`, { cause: error });
  }
}
