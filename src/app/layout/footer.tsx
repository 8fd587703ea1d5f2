import { Link } from 'react-router';
import type { ShopOfPages } from '#contracts/shop-details.ts';
import { useShop, useShopSettings } from '#ui/client/load-context.ts';
import { Icon } from '#ui/icon.tsx';
import { footerTexts as texts } from '#ui/texts.ts';
import { Wordmark } from '#ui/wordmark.tsx';

const links = [
  { to: '/about', label: texts.about },
  { to: '/#contact', label: texts.contact },
  { to: '/portfolio', label: texts.portfolio },
  { to: '/policy', label: texts.policy },
];

const networks = ['facebook', 'instagram', 'youtube'] as const;

/** The footer of every page. */
export const Footer = () => <FooterOf shop={useShop()} more={useShopSettings().footerLinks} />;

type FooterProps = {
  shop: Pick<ShopOfPages, 'name' | 'slogan' | 'social' | 'logo'>;
  /** Links to the pages that the law asks for. */
  more?: { to: string; label: string }[] | undefined;
};

export function FooterOf({ shop, more = [] }: FooterProps) {
  const shown = networks.filter((network) => shop.social[network]);
  return (
    <footer className="mt-auto border-t border-line bg-surface">
      <div className="page grid gap-x-10 gap-y-6 py-10 md:grid-cols-2 lg:grid-cols-4 lg:items-center">
        <div>
          <Wordmark tried={shop} />
          <p className="mt-3 text-sm text-ink-soft">{shop.slogan}</p>
        </div>
        <nav aria-label={texts.label} className="lg:col-span-2 lg:justify-self-center">
          <ul className="flex flex-wrap gap-x-6 md:justify-end lg:justify-start">
            {[...links, ...more].map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-11 items-center font-medium hover:text-accent">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ul className="-ml-3 flex gap-1 lg:ml-0 lg:justify-self-end">
          {shown.map((network) => (
            <li key={network}>
              <a
                href={shop.social[network]}
                rel="noreferrer"
                aria-label={texts.networks[network]}
                className="inline-flex size-11 items-center justify-center rounded-md hover:bg-sunken hover:text-accent"
              >
                <Icon name={network} />
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className="border-t border-line">
        {/* A cached page may be from last year. */}
        <p className="page py-4 text-sm text-ink-soft" suppressHydrationWarning>
          {texts.copyright(shop.name, new Date().getUTCFullYear())}
        </p>
      </div>
    </footer>
  );
}
