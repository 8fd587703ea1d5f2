import type { ShopDetails } from '#contracts/shop-details.ts';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Section } from '#ui/section.tsx';
import { homeTexts } from './texts.ts';

/** Figures about the shop (specification, section 2), on a band across the page. */
export function Statistics({ figures }: ShopDetails['statistics']) {
  if (figures.length === 0) return null;
  return (
    <section aria-label={homeTexts.statistics} className="bg-band text-on-band">
      <dl className="page grid grid-cols-2 gap-y-10 py-12 lg:grid-cols-4 lg:py-16">
        {figures.map(({ value, label }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and none moves.
          <div key={index} className="flex flex-col-reverse gap-2 border-l border-band-line pl-4 lg:pl-6">
            <dt className="label-caps text-on-band-soft">{label}</dt>
            <dd className="figure-large whitespace-nowrap">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const icons = ['users', 'wrench'] as const;

/** The services beside the shop (specification, section 2). */
export function Support({ cards, hours }: ShopDetails['support'] & { hours: string }) {
  if (cards.length === 0) return null;
  return (
    <Section heading={homeTexts.support} className="laid-out-late late-support">
      <ul className="grid gap-5 md:grid-cols-2">
        {cards.map(({ name, workers, work }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, and none moves.
            key={index}
            className="flex flex-col overflow-hidden rounded-md border border-line bg-surface tabular-nums"
          >
            <div className="flex flex-1 gap-4 p-5 sm:gap-5 sm:p-6">
              <span className="grid size-12 shrink-0 place-items-center rounded-md bg-accent-wash text-accent">
                <Icon name={icons[index % 2] ?? 'wrench'} className="size-6" />
              </span>
              <div className="min-w-0">
                <h3 className="text-xl">{name}</h3>
                <p className="mt-2 text-ink-soft">{work}</p>
              </div>
            </div>
            <div className="grid grid-cols-2 border-t border-line lg:flex lg:items-center lg:pr-4">
              <p className="border-r border-line px-5 py-4 text-lg font-bold sm:px-6">{workers}</p>
              <p className="px-5 py-4 text-lg font-bold sm:px-6">{hours}</p>
              <div className="col-span-2 grid border-t border-line p-3 lg:ml-auto lg:border-t-0 lg:p-0">
                <LinkButton to="/tools" variant="secondary">
                  {homeTexts.shopNow}
                </LinkButton>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
