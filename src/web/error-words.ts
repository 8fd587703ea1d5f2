import { failureTexts } from '#texts/failures.ts';
import { ApiError } from './api-client.ts';
import { IdentityError } from './session/identity-client.ts';

/** What to tell a person about a failure: the words of the shop or the provider, else a general line. */
export function errorWords(error: unknown): string {
  if (error instanceof ApiError || error instanceof IdentityError) return error.message;
  return failureTexts.onThisPage;
}
