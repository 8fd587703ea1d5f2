import { Link } from 'react-router';
import { useShopSettings } from './client/load-context.ts';
import { Icon } from './icon.tsx';
import { telephoneLink } from './telephone-link.ts';
import { uiTexts } from './texts.ts';

/** How the shop delivers, how it takes returns, and whom to call, as far as its owner has said. */
export function ServiceLine({ className = '' }: { className?: string }) {
  const { deliveryNote, shop } = useShopSettings();
  const { returns, phone } = shop;
  return (
    <ul className={`flex flex-wrap gap-x-6 text-sm text-ink-soft ${className}`}>
      {deliveryNote && (
        <li className="flex min-h-8 items-center gap-2">
          <Icon name="box" />
          {deliveryNote}
        </li>
      )}
      {returns && (
        <li className="flex min-h-8 items-center gap-2">
          <Icon name="return" />
          <Link to="/policy" className="text-link">
            {returns}
          </Link>
        </li>
      )}
      <li className="flex min-h-8 items-center gap-2">
        <Icon name="phone" />
        <a href={telephoneLink(phone)} className="text-link">
          {uiTexts.call(phone)}
        </a>
      </li>
    </ul>
  );
}
