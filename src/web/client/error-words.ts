import { failureTexts } from '#web/texts/failures.ts';

/** An error whose message is meant for people: the words of the shop or of a provider. */
export class TellingError extends Error {}

/** What to tell a person about a failure: its own words where it has some, else a general line. */
export function errorWords(error: unknown): string {
  return error instanceof TellingError ? error.message : failureTexts.onThisPage;
}
