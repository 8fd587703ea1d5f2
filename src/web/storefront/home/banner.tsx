import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { BenchPlate } from './bench-plate.tsx';

/** The head of the home page, 750 px high (specification, section 2). */
export function Banner() {
  return (
    <section aria-labelledby="banner-heading" className="h-[750px] overflow-hidden border-b border-line">
      <div className="page grid h-full content-center gap-8 max-lg:grid-rows-[auto_minmax(0,1fr)] max-lg:pt-10 lg:grid-cols-[minmax(0,11fr)_minmax(0,13fr)] lg:items-center lg:gap-14">
        <div>
          <h1
            id="banner-heading"
            className="text-[clamp(36px,10.5vw,64px)] leading-[1.04] [font-stretch:118%] lg:text-[clamp(48px,4.7vw,68px)]"
          >
            Good tools, on site when the job starts
          </h1>
          <p className="mt-5 max-w-[44ch] text-lg text-ink-soft">
            Everything for your construction needs: hand tools, power tools and machines, with the stock we
            really hold.
          </p>
          <LinkButton to="/tools" prefetch="intent" size="lg" className="mt-8" icon={<Icon name="cart" />}>
            Shop Now
          </LinkButton>
        </div>
        <BenchPlate />
      </div>
    </section>
  );
}
