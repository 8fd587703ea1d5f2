import { type ReactNode, useId } from 'react';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { familyCardTexts as texts } from '../texts/tool.ts';
import { type FamilyOfCard, familyCardPath, familyPicture, isPart } from './family-of-card.ts';
import { Highlighted, ToolKind } from './tool-card.tsx';

type FamilyCardProps = {
  card: FamilyOfCard;
  search?: string | undefined;
  words?: readonly string[] | undefined;
  eager?: boolean;
};

/** A family in a list (`tool-cards`), in place of its tools; the whole card links to its table. The rest is as
 * in `ToolCard`. */
export function FamilyCard({
  heading: Heading,
  sizes,
  ...props
}: FamilyCardProps & { heading: 'h2' | 'h3'; sizes: string }) {
  const nameId = useId();
  const { card, words, eager = false } = props;
  return (
    <article className="tool-card overflow-hidden rounded-md border border-line bg-surface has-[a:hover]:border-line-strong">
      <ToolPicture
        of={familyPicture(card)}
        sizes={sizes}
        eager={eager}
        className="card-picture border-b border-line max-md:border-r"
      />
      <div className="card-head min-w-0 pt-3 pr-3 md:px-4">
        <p className="label-caps wrap-anywhere text-ink-soft">
          <ToolKind tool={{ ...card, part_number: null }} />
        </p>
        <Heading id={nameId} className="mt-1 text-base wrap-anywhere md:text-lg">
          <Highlighted text={card.family.name} words={words} />
        </Heading>
      </div>
      <p
        data-excerpt
        className="card-text line-clamp-2 px-3 text-sm wrap-anywhere text-ink-soft md:mt-2 md:px-4"
      >
        <Highlighted text={excerptOf(card)} words={words} />
      </p>
      <p className="card-price flex flex-wrap items-center gap-x-3 gap-y-1 pr-3 max-xs:pl-3 md:justify-between md:px-4 md:py-3">
        <FamilyPrices card={card} className="text-lg font-bold md:text-xl" />
        <FamilyStock card={card} />
      </p>
      <p className="card-figures content-center pl-3 text-sm font-semibold tabular-nums max-xs:pr-3 md:mx-4 md:border-t md:border-line md:py-2 md:pl-0 md:text-base">
        {sizesText(card)}
      </p>
      <div className="card-cart flex flex-wrap items-center gap-x-4 gap-y-1 pr-3 pb-3 max-xs:pl-3 md:px-4 md:pt-2 md:pb-4">
        <SeeSizes {...props} nameId={nameId} />
      </div>
    </article>
  );
}

/** The same in the compact list. */
export function FamilyRow(props: FamilyCardProps) {
  const nameId = useId();
  const { card, words, eager = false } = props;
  return (
    <article className="tool-row">
      <ToolPicture
        of={familyPicture(card)}
        sizes="80px"
        eager={eager}
        className="card-picture rounded-md border border-line"
      />
      <div className="card-head min-w-0">
        <p className="label-caps wrap-anywhere text-ink-soft">
          <ToolKind tool={{ ...card, part_number: null }} />
        </p>
        <h2
          id={nameId}
          title={card.family.name}
          className="text-base font-semibold tracking-normal wrap-anywhere font-stretch-normal"
        >
          <Highlighted text={card.family.name} words={words} />
        </h2>
      </div>
      <div className="card-figures flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-soft">
        <FamilyStock card={card} />
        <span className="font-semibold text-ink tabular-nums">{sizesText(card)}</span>
        {isPart(card) && (
          <span className="wrap-anywhere">
            <Highlighted text={card.name} words={words} />
          </span>
        )}
      </div>
      <p className="card-price text-right">
        <FamilyPrices card={card} className="text-lg font-bold" />
      </p>
      <div className="card-cart flex flex-col items-stretch gap-1 self-center text-sm max-lg:self-end">
        <SeeSizes {...props} nameId={nameId} size="sm" />
      </div>
    </article>
  );
}

/** Names the first tool that fits where not all do, else what the family is about. */
const excerptOf = (card: FamilyOfCard) => (isPart(card) ? card.name : card.description);

/** '24 sizes', '3 of 24 sizes'. */
export const sizesText = ({ sizes: { count, matching } }: FamilyOfCard): string =>
  matching < count ? texts.some(formatCount(matching), count) : texts.count(count);

/** '$4.90 – $38.20', or one price. */
export function FamilyPrices({ card: { sizes }, className }: { card: FamilyOfCard; className: string }) {
  return (
    <span>
      <Price amount={sizes.min_price} className={className} />
      {sizes.max_price > sizes.min_price && (
        <>
          {' – '}
          <Price amount={sizes.max_price} className={className} />
        </>
      )}
    </span>
  );
}

const FamilyStock = ({ card: { sizes } }: { card: FamilyOfCard }): ReactNode =>
  sizes.orderable > 0 ? (
    <Badge tone="good">{texts.inStock(sizes.orderable, sizes.matching)}</Badge>
  ) : (
    <span className="font-semibold text-bad">{texts.outOfStock}</span>
  );

function SeeSizes({ card, search, nameId, size }: FamilyCardProps & { nameId: string; size?: 'sm' }) {
  return (
    <LinkButton
      variant="secondary"
      size={size}
      to={familyCardPath(card, search)}
      prefetch="intent"
      aria-describedby={nameId}
      className="flex-1 after:absolute after:inset-0"
    >
      {texts.see}
    </LinkButton>
  );
}
