import { signInTexts } from '#features/users/texts/providers.ts';

/** Returns why a passkey could not be made or used: `words`, unless the page is at an IP address, for which
 * no browser makes one (Web Authentication, §5.1.2: the relying party is a domain). */
export function passkeyProblem(words: string): string {
  const { hostname, protocol, port } = window.location;
  if (!/^(\d+\.){3}\d+$|^\[/.test(hostname)) return words;
  const isThisMachine = hostname.startsWith('127.') || hostname === '[::1]';
  return signInTexts.atIpAddress(isThisMachine ? `${protocol}//localhost${port && `:${port}`}` : undefined);
}
