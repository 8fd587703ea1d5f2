import { Link } from 'react-router';
import { Icon } from '#web/ui/icon.tsx';
import { Wordmark } from './wordmark.tsx';

const links = [
  { to: '/about', label: 'About us' },
  { to: '/#contact', label: 'Contact' },
  { to: '/portfolio', label: 'Portfolio' },
  { to: '/policy', label: 'Policy' },
];

const networks = [
  { href: 'https://www.facebook.com/', label: 'Facebook', icon: 'facebook' },
  { href: 'https://www.instagram.com/', label: 'Instagram', icon: 'instagram' },
  { href: 'https://www.youtube.com/', label: 'YouTube', icon: 'youtube' },
] as const;

/** The foot of every page. */
export function Footer() {
  return (
    <footer className="mt-auto border-t border-line bg-surface">
      <div className="page flex flex-wrap items-center justify-between gap-x-10 gap-y-6 py-10">
        <Wordmark />
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="inline-flex min-h-6 items-center font-medium hover:text-accent">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ul className="flex gap-1">
          {networks.map(({ href, label, icon }) => (
            <li key={href}>
              <a
                href={href}
                rel="noreferrer"
                aria-label={label}
                className="inline-flex size-11 items-center justify-center rounded-md hover:bg-sunken hover:text-accent"
              >
                <Icon name={icon} />
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className="border-t border-line">
        <p className="page py-4 text-sm text-ink-soft">Copyright © 2026 – All rights reserved by Toolyard</p>
      </div>
    </footer>
  );
}
