import type { drawings } from './icon-drawings.ts';

/** The drawings of icons that few pages have; the others are symbols of every page. */
const rareDrawings = {
  wrench:
    'M20 7.5a5 5 0 0 1-6.7 5.1L7 19a2 2 0 0 1-2.9-2.9l6.4-6.3A5 5 0 0 1 16.5 4l-2.8 2.8.5 3 3 .5L20 7.5Z',
  pin: 'M12 21s-6.5-5.6-6.5-11a6.5 6.5 0 0 1 13 0c0 5.4-6.5 11-6.5 11Zm2.2-11a2.2 2.2 0 1 1-4.4 0 2.2 2.2 0 0 1 4.4 0Z',
  close: 'm6 6 12 12M18 6 6 18',
  sort: 'm7 14 5-5 5 5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  warning: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.6v.1',
  trash: 'M4 7h16M9.5 7V4h5v3M6 7l1 13h10l1-13m-8 4v5m4-5v5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  image: 'M4 5h16v14H4V5Zm0 11 4.5-4.5 4 4 2.5-2.5L20 18M16.5 9.2v.1',
  mail: 'M3.5 6h17v12.5h-17V6Zm0 1 8.5 6.5L20.5 7',
  chart: 'M4 4v16h16M8.5 16v-3m4 3V8m4 8v-5',
  card: 'M3 6h18v12.5H3V6Zm0 4h18M6.5 15H10',
};

export type IconName = keyof typeof drawings | keyof typeof rareDrawings;

const SYMBOLS_ID = 'icons';

/** The symbols, which every page has once. A browser reads them from the page, so that no script contains
 * them again. */
const symbols = import.meta.env.SSR
  ? (await import('./icon-drawings.ts')).iconSymbols
  : (document.getElementById(SYMBOLS_ID)?.innerHTML ?? '');

/** The symbols that icons refer to, once a page. */
export const IconSymbols = () => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawings of the shop's own.
  <svg id={SYMBOLS_ID} aria-hidden="true" className="hidden" dangerouslySetInnerHTML={{ __html: symbols }} />
);

/** An icon in the text colour. It is decorative: adjacent text, or an `aria-label`, carries the meaning. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  const drawing = (rareDrawings as Partial<Record<IconName, string>>)[name];
  return (
    <svg viewBox={drawing && '0 0 24 24'} aria-hidden="true" className={`icon ${className}`}>
      {drawing ? <path d={drawing} /> : <use href={`#i-${name}`} />}
    </svg>
  );
}

/** Five stars, each 20 px wide, of which `filled` units of 24 a star and 2.4 a gap are filled. */
export function StarsIcon({ filled, label }: { filled: number; label: string }) {
  const stars = { href: '#i-stars', width: 129.6, height: 24 } as const;
  return (
    <svg role="img" aria-label={label} viewBox="0 0 129.6 24" className="icon h-5 shrink-0">
      <use {...stars} className="text-line-strong" />
      <svg aria-hidden="true" width={filled} height="24">
        <use {...stars} className="fill-accent text-accent" />
      </svg>
    </svg>
  );
}
