import { googleTexts } from '#features/users/texts/providers.ts';

const sameAs: Record<string, keyof typeof googleTexts> = {
  server_error: 'google_unavailable',
  temporarily_unavailable: 'google_unavailable',
  invalid_code: 'google_nonsense',
  issuer_mismatch: 'google_nonsense',
  state_not_found: 'state_mismatch',
};

/** Says in words why a sign-in with Google came to nothing, by the `error` that its last page is told. */
export function googleWords(error = ''): string {
  const texts: Record<string, string> = googleTexts;
  return texts[sameAs[error] ?? error] ?? googleTexts.any_other;
}
