import { Link } from 'react-router';
import type { ToolCategory } from '#features/catalogue/search/contract.ts';
import { homeTexts } from '#web/texts/home.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Section } from '#web/ui/section.tsx';
import { ToolPicture } from '#web/ui/tool-picture.tsx';

/** At most so many ranges stand on the home page, those with the most tools. */
export const HOME_RANGES = 3;

/** How wide a range's picture is. */
const SIZES = '96px';

/**
 * The ways into the list: each range with its number of tools, and the picture of its oldest one. A shop with one range, or
 * none, needs no ways into them.
 */
export function Ranges({ ranges }: { ranges: readonly ToolCategory[] }) {
  if (ranges.length < 2) return null;
  return (
    <Section heading={homeTexts.ranges} className="pb-0 lg:pb-0">
      <ul className="grid gap-3 md:grid-cols-3 md:gap-5">
        {ranges.map(({ name, tools, img, picture }) => (
          <li key={name}>
            <Link
              to={`/tools?${new URLSearchParams({ category: name })}`}
              prefetch="intent"
              className="flex h-full items-center gap-4 overflow-hidden rounded-md border border-line bg-surface hover:border-ink"
            >
              <ToolPicture
                img={img}
                picture={picture}
                alt=""
                sizes={SIZES}
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
