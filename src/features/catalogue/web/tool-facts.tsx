import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { canBeOrdered, minimumTotal } from '#features/catalogue/rules.ts';
import {
  priceBreakTexts,
  toolCardTexts,
  toolFigureTexts,
  toolTexts,
} from '#features/catalogue/texts/tool.ts';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useShop, useShopSettings } from '#ui/client/load-context.ts';
import { Skeleton, Spinner } from '#ui/loading.tsx';
import { Price, PriceNote } from '#ui/price.tsx';
import { AverageRating } from '#ui/rating.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { ServiceLine } from '#ui/service-line.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { pictureText } from './picture-text.ts';
import { ToolFigures } from './tool-card.tsx';
import { FormerPrice, MeasurePrice } from './tool-price.tsx';
import { ToolPriceBreaks } from './tool-price-breaks.tsx';
import type { KnownTool } from './tool-query.ts';

/** Loaded lazily: few tools have more than one picture. */
const ToolGallery = lazy(() => import('./tool-gallery.tsx'));

/** Loaded for the few tools that have a warning or a label. */
const ToolNotices = lazy(() => import('./tool-notices.tsx'));

/** Loaded by shops that say when they ship. */
const ShipsLine = lazy(() => import('./ships-line.tsx'));

const PICTURE_SIZES =
  '(min-width: 1280px) 578px, (min-width: 1024px) calc(50vw - 62px), (min-width: 640px) calc(100vw - 50px), calc(100vw - 34px)';

/** Picture, name, description, quantities, price and BUY NOW: two cells of the page's grid. */
export function ToolFacts({ tool, onBuy }: { tool: KnownTool; onBuy: () => void }) {
  const orderable = canBeOrdered(tool);
  const { ships } = useShop();
  const alt = pictureText(tool.name, 'specifications' in tool ? tool.specifications : []);
  const first = (
    <ToolPicture of={tool} alt={alt} sizes={PICTURE_SIZES} eager className="rounded-md border border-line" />
  );
  return (
    <>
      <div className="lg:col-start-1 lg:row-start-1">
        {'pictures' in tool && tool.pictures.length > 0 ? (
          <Suspense fallback={first}>
            <ToolGallery key={tool._id} tool={tool} alt={alt} sizes={PICTURE_SIZES} />
          </Suspense>
        ) : (
          first
        )}
        {'prop65_warning' in tool && (tool.prop65_warning !== null || tool.guarantee_years !== null) && (
          <Suspense>
            <ToolNotices tool={tool} />
          </Suspense>
        )}
      </div>
      <div className="max-lg:mt-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <ToolKind tool={tool} />
        <h1 className="text-2xl wrap-anywhere lg:text-4xl">
          <SavedText text={tool.name} />
        </h1>
        <div className="mt-3 empty:hidden">
          <AverageRating rating={tool.rating} count={tool.rating_count} />
        </div>
        <p className="mt-4 max-w-prose whitespace-pre-line text-ink-soft">
          <SavedText text={tool.description} />
        </p>
        <ToolFigures
          tool={tool}
          labels={toolFigureTexts}
          className="mt-6 divide-y divide-line border-y border-line"
          figureClass="flex justify-between gap-4 py-2.5"
          labelClass="text-ink-soft"
          valueClass="font-semibold tabular-nums"
        />
        <div className="buy-bar mt-6 flex flex-wrap items-center gap-x-5 gap-y-2 lg:gap-y-6">
          <div className="flex items-center gap-x-5 gap-y-0.5 max-lg:flex-col max-lg:items-start">
            <div>
              <MinimumPrice tool={tool} />
              <FormerPrice tool={tool} className="block text-sm" />
              <MeasurePrice tool={tool} className="block text-sm" />
            </div>
            <Badge tone="good">{toolCardTexts.inStock}</Badge>
          </div>
          <div className="flex items-center gap-5 max-lg:ml-auto lg:w-full">
            <Button size="lg" disabled={!orderable} onClick={onBuy}>
              {toolTexts.buyNow}
            </Button>
            {!orderable && <p className="font-semibold text-bad">{toolCardTexts.outOfStock}</p>}
          </div>
        </div>
        {ships && orderable && (
          <Suspense fallback={<p className="mt-3 h-6" />}>
            <ShipsLine />
          </Suspense>
        )}
        <PriceNote className="mt-3" />
        {'price_breaks' in tool && <ToolPriceBreaks tool={tool} />}
        <ServiceLine className="mt-4 border-t border-line pt-3" />
      </div>
    </>
  );
}

/** What the minimum order costs, the price that feed and structured data state, and what each piece does. */
function MinimumPrice({ tool }: { tool: KnownTool }) {
  const { currency } = useShopSettings();
  const least = tool.min_order_quantity;
  const total = <Price amount={minimumTotal(tool, currency)} className="text-2xl font-bold lg:text-3xl" />;
  if (least === 1) return total;
  return (
    <p>
      {total} <span className="whitespace-nowrap">{toolTexts.forMinimum(formatCount(least))}</span>
      <span className="block text-sm text-ink-soft">
        <Price amount={tool.unit_price} className="font-semibold text-ink" /> {priceBreakTexts.each}
      </span>
    </p>
  );
}

/** 'Kestrel · Hand tools · K-1042', without unknown parts: brand and category link to similar tools. Beside
 * it the brand's picture, in reserved space. */
function ToolKind({ tool }: { tool: KnownTool }) {
  const { brand, category, part_number } = tool;
  if (!brand && !category && !part_number) return null;
  const like = (kind: 'brand' | 'category', name: string) => (
    <Link
      to={`/tools?${new URLSearchParams({ [kind]: name })}`}
      className="underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  );
  const picture = 'brand_picture' in tool && tool.brand_picture;
  return (
    <div className="mb-2 flex min-h-12 items-center gap-4">
      <p className="label-caps min-w-0 leading-6 wrap-anywhere text-ink-soft">
        {brand && like('brand', brand)}
        {brand && category && ' · '}
        {category && like('category', category)}
        {(brand || category) && part_number && ' · '}
        {part_number && <SavedText text={part_number} />}
      </p>
      {picture && <ToolPicture of={picture} sizes="64px" className="ml-auto w-16 shrink-0 rounded-md" />}
    </div>
  );
}

/** The tool page's skeleton, with a spinner for users whose session is being restored. */
export function ToolPageSkeleton() {
  return (
    <div className="page py-5 lg:py-14">
      <h1 className="sr-only">{toolTexts.title}</h1>
      <div className="grid gap-5 lg:grid-cols-2 lg:gap-14">
        <div className="relative">
          <Skeleton className="aspect-4/3 w-full" />
          <div className="absolute inset-0 grid place-items-center">
            <Spinner label={toolTexts.loading} className="size-8" />
          </div>
        </div>
        <div className="space-y-5">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-28" />
          <Skeleton className="h-10 w-40" />
          <Skeleton className="h-24" />
          <Skeleton className="h-13 w-44" />
        </div>
      </div>
    </div>
  );
}
