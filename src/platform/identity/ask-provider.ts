import { AppError } from '#contracts/app-error.ts';
import { accountErrorTexts } from '#features/sign-in/texts/errors.ts';

/** A provider that has not answered by then counts as away. */
const TIMEOUT_MS = 10_000;

/** What a provider answered: JSON, an object. `body` is what it says; nothing of it has been checked. */
export type ProviderAnswer = { status: number; headers: Headers; body: Record<string, unknown> };

/**
 * An identity provider could not be reached in time, or answered what it never should. To whoever asks it is a refusal
 * that ends nothing; `cause` is for the log.
 */
export class ProviderTrouble extends AppError {
  readonly kind: 'away' | 'nonsense';

  constructor(kind: 'away' | 'nonsense', cause?: unknown) {
    super('unavailable', accountErrorTexts.serviceAway, {
      retryAfterSeconds: 5,
    });
    this.name = 'ProviderTrouble';
    this.kind = kind;
    this.cause = cause;
  }
}

/**
 * Makes one call to an identity provider; a 4xx is an answer.
 * @throws ProviderTrouble when it cannot be reached in 10 s, fails (5xx, 429), redirects or answers no JSON object.
 */
export async function askProvider(address: string, init: RequestInit = {}): Promise<ProviderAnswer> {
  const { response, text } = await fetchText(address, init);
  const { status, headers } = response;
  if (status >= 500 || status === 429) throw new ProviderTrouble('away', new Error(`it answered ${status}`));
  const body = parseObject(text);
  if (!body) throw new ProviderTrouble('nonsense', new Error(`it answered ${status} and no JSON object`));
  return { status, headers, body };
}

async function fetchText(address: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(address, { ...init, redirect: 'error', signal });
    return { response, text: await response.text() };
  } catch (error) {
    throw new ProviderTrouble('away', error);
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
