import type { LoaderFunctionArgs } from 'react-router';
import { getDetailsCall } from '#features/shop-details/contract.ts';
import { LOCALE } from '#texts/locale.ts';
import { apiContext, settingsContext } from '#ui/client/load-context.ts';

const DAY_MS = 86_400_000;
/** Days until expiry, from each rendering: less than a year, as RFC 9116 recommends. */
const GOOD_FOR_DAYS = 180;

/** `GET /.well-known/security.txt` (RFC 9116): where to report a vulnerability of the shop. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { origin } = context.get(settingsContext);
  const { contact } = await context.get(apiContext).call(getDetailsCall, {});
  const lines = [
    `Contact: mailto:${contact.email}`,
    `Expires: ${new Date(Date.now() + GOOD_FOR_DAYS * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${LOCALE}`,
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
