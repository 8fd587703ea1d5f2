import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { publicApi } from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { publicQueries } from '#ui/client/query-provider.tsx';
import { getLegalPageCall } from '../contract.ts';
import { legalPageTexts, atPaymentTexts as texts } from '../texts.ts';

const GUARANTEE = '/legal/guarantee';
const named = ['/legal/terms', '/legal/returns', '/legal/privacy', '/legal/shipping'];

/** What the law wants buyers to see before they pay: links to the terms, and the official notice on the legal
 * guarantee in full. Nothing if the shop has published none of them. */
export function LegalAtPayment() {
  const { footerLinks = [] } = useShopSettings();
  const links = footerLinks.filter(({ to }) => named.includes(to));
  const hasNotice = footerLinks.some(({ to }) => to === GUARANTEE);
  if (links.length === 0 && !hasNotice) return null;
  return (
    <section aria-label={texts.label} className="mt-10 border-t border-line pt-6 print:hidden">
      {links.length > 0 && (
        <p>
          {texts.apply}{' '}
          {links.map(({ to, label }, index) => (
            <Fragment key={to}>
              {index > 0 && ' · '}
              <Link to={to} className="text-link">
                {label}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
      {hasNotice && <OfficialNotice />}
    </section>
  );
}

function OfficialNotice() {
  const { data } = useQuery(
    {
      queryKey: ['legal page', 'guarantee'],
      queryFn: ({ signal }) =>
        publicApi.call(getLegalPageCall, { params: { page: 'guarantee' }, query: {}, signal }),
    },
    publicQueries,
  );
  if (!data?.picture) return null;
  const { address, width, height } = data.picture;
  return (
    <>
      <img
        src={address}
        alt={legalPageTexts.notice}
        width={width}
        height={height}
        className="mt-6 h-auto w-full max-w-md bg-white"
      />
      <p className="mt-2">
        <Link to={GUARANTEE} className="text-link">
          {texts.more}
        </Link>
      </p>
    </>
  );
}
