import { Link } from 'react-router';
import type { ShopDetails } from '#contracts/shop-details.ts';
import type { Card, ToolCategory } from '#features/catalogue/contract.ts';
import { FamilyCard } from '#features/catalogue/web/family-card.tsx';
import { isFamilyCard } from '#features/catalogue/web/family-of-card.ts';
import { PrefetchToolPage, ToolCard } from '#features/catalogue/web/tool-card.tsx';
import { LinkButton } from '#ui/button.tsx';
import { publicApi } from '#ui/client/api-client.ts';
import { Icon } from '#ui/icon.tsx';
import { EmptyState, ErrorState } from '#ui/list-states.tsx';
import { PriceNote } from '#ui/price.tsx';
import { Section } from '#ui/section.tsx';
import { toolListTexts } from '#ui/texts.ts';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { type FirstRows, type RowsSource, useList } from '#ui/use-list.ts';
import { BenchScene } from './bench-scene.tsx';
import { bannerTexts, homeTexts } from './home-texts.ts';

/** Maximum number of categories on the home page: those with the most tools. */
export const HOME_CATEGORIES = 3;

/** Maximum number of tools on the home page (specification, section 9). */
export const HOME_TOOLS = 6;

/** Width of a card's picture, from the widths of page, columns and gaps; on a phone it is that of its box. */
const CARD_SIZES = [
  '(min-width: 1280px) 390px',
  '(min-width: 1024px) calc(33.3vw - 37px)',
  '(min-width: 768px) calc(50vw - 36px)',
  '152px',
].join(', ');

/** Each category with its number of tools and its oldest tool's picture. Renders nothing for a single
 * category. */
export function CategoriesSection({ categories }: { categories: readonly ToolCategory[] }) {
  if (categories.length < 2) return null;
  return (
    <Section heading={homeTexts.ranges} className="pb-0 lg:pb-0">
      <ul className="grid gap-3 md:grid-cols-3 md:gap-5">
        {categories.map(({ name, tools, img, picture }) => (
          <li key={name}>
            <Link
              to={`/tools?${new URLSearchParams({ category: name })}`}
              prefetch="intent"
              className="flex h-full items-center gap-4 overflow-hidden rounded-md border border-line bg-surface hover:border-ink"
            >
              <ToolPicture
                of={{ img, picture }}
                sizes="96px"
                className="w-24 shrink-0 border-r border-line"
              />
              <span className="min-w-0 flex-1 py-3">
                <span className="block font-semibold wrap-anywhere">{name}</span>
                <span className="block text-sm text-ink-soft tabular-nums">
                  {homeTexts.rangeTools(tools)}
                </span>
              </span>
              <Icon name="arrow-right" className="mr-4 size-5 shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export const homeTools: RowsSource<Card> = [
  ['tools', 'home'],
  ({ signal }) =>
    publicApi.list(
      import('#features/catalogue/contract.ts').then((calls) => calls.listCardsCall),
      { query: { limit: HOME_TOOLS }, signal },
    ),
];

/** The first tools of the shop. */
export function ToolsSection({ first }: { first: FirstRows<Card> }) {
  const { rows, firstFailure, retry, retrying } = useList(toolListTexts, homeTools, first);
  return (
    <Section
      heading={homeTexts.tools}
      aside={
        <Link to="/tools" className="text-link inline-flex min-h-6 items-center gap-1.5 font-semibold">
          {homeTexts.seeAll}
          <Icon name="arrow-right" className="size-4" />
        </Link>
      }
    >
      <PriceNote className="-mt-5 mb-5" />
      <div className="space-y-5">
        {firstFailure && <ErrorState message={firstFailure} onRetry={retry} retrying={retrying} />}
        {rows.length > 0 && (
          <ul className="tool-cards lg:grid-cols-3">
            {rows.map((tool) => (
              <li key={tool._id}>
                {isFamilyCard(tool) ? (
                  <FamilyCard card={tool} heading="h3" sizes={CARD_SIZES} />
                ) : (
                  <ToolCard tool={tool} heading="h3" sizes={CARD_SIZES} />
                )}
              </li>
            ))}
          </ul>
        )}
        <PrefetchToolPage tool={rows.find((tool) => !isFamilyCard(tool))} />
        {rows.length === 0 && !firstFailure && <EmptyState title={homeTexts.noTools} />}
      </div>
    </Section>
  );
}

/** Figures about the shop (specification, section 2), in a band across the page. */
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

/** The shop's services (specification, section 2). */
export function Support({ cards, hours }: ShopDetails['support'] & { hours: string }) {
  if (cards.length === 0) return null;
  return (
    <Section heading={homeTexts.support}>
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

/** The head of the home page, 750 px high (specification, section 2). On narrow pages the scene is below the
 * text. */
export function Banner({ heading, promise }: ShopDetails['banner']) {
  return (
    <section
      aria-labelledby="banner-heading"
      className="relative flex h-banner flex-col overflow-hidden border-b border-line bg-plate dark:bg-paper"
    >
      <div className="page relative z-10 pt-10 lg:pt-36">
        <h1 id="banner-heading" className="max-w-120 text-hero">
          {heading}
        </h1>
        <p className="mt-5 max-w-108 text-lg text-ink-soft">{promise}</p>
        <LinkButton to="/tools" prefetch="intent" size="lg" className="mt-8" icon={<Icon name="cart" />}>
          {bannerTexts.shopNow}
        </LinkButton>
      </div>
      <div className="relative mt-8 min-h-0 flex-1 lg:absolute lg:inset-0 lg:mt-0">
        <BenchScene />
      </div>
      <div className="absolute inset-x-0 bottom-5 max-lg:hidden">
        <ol aria-label={bannerTexts.sceneKeyLabel} className="page flex justify-between text-xs text-ink">
          {bannerTexts.sceneKey.map((tool, index) => (
            <li key={tool} className="flex gap-1.5">
              <span className="font-semibold tabular-nums">{index + 1}</span>
              {tool}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
