import { Link } from 'react-router';
import { useShopSettings } from './client/load-context.ts';
import { telephoneLink } from './telephone-link.ts';
import { uiTexts } from './texts.ts';

/** How the shop delivers, how it takes returns, and whom to call, as far as its owner has said. */
export function ServiceLine({ className = '' }: { className?: string }) {
  const { deliveryNote, shop } = useShopSettings();
  const { returns, phone } = shop;
  return (
    <ul className={`flex flex-wrap gap-x-6 text-sm/8 text-ink-soft ${className}`}>
      {deliveryNote && <li>{deliveryNote}</li>}
      {returns && (
        <li>
          <Link to="/policy">{returns}</Link>
        </li>
      )}
      <li>
        <a href={telephoneLink(phone)}>{uiTexts.call(phone)}</a>
      </li>
    </ul>
  );
}
