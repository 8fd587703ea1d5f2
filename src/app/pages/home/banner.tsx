import type { ShopDetails } from '#contracts/shop-details.ts';
import { LinkButton } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { BenchScene } from './bench-scene.tsx';
import { bannerTexts } from './texts.ts';

/** The head of the home page, 750 px high (specification, section 2). On narrow
 * pages the scene is below the words. */
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
