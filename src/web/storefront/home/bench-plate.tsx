import { classNames } from '#web/ui/class-names.ts';
import darkSmall from './bench-plate/dark-640.avif';
import darkLarge from './bench-plate/dark-1200.avif';
import lightSmall from './bench-plate/light-640.avif';
import lightLarge from './bench-plate/light-1200.avif';

const parts = [
  'Claw hammer',
  'Combination spanner',
  'Adjustable wrench',
  'Combination pliers',
  'Screwdriver',
  'Bench vice',
  'Smoothing plane',
  'Combi drill',
];

const light = `${lightSmall} 640w, ${lightLarge} 1200w`;
const dark = `${darkSmall} 640w, ${darkLarge} 1200w`;
const SIZES = '(min-width: 1280px) 636px, (min-width: 1024px) 50vw, 100vw';

/**
 * The banner's picture: a wall and a bench of tools, drawn as a plate of an engineering catalogue with its list of
 * parts. It is there in light and in dark; the one not shown is not fetched.
 */
export function BenchPlate() {
  return (
    <figure className="flex h-full min-h-0 flex-col overflow-hidden rounded-md border border-line bg-surface max-lg:rounded-b-none max-lg:border-b-0 lg:h-[654px]">
      <Preload srcSet={light} media="not (prefers-color-scheme: dark)" />
      <Preload srcSet={dark} media="(prefers-color-scheme: dark)" />
      <Plate src={lightLarge} srcSet={light} className="dark:hidden" />
      <Plate src={darkLarge} srcSet={dark} className="hidden dark:block" />
      <figcaption className="border-t border-line px-4 py-2.5 max-lg:hidden">
        <ol className="grid grid-cols-4 gap-x-4 text-xs text-ink-soft">
          {parts.map((part, index) => (
            <li key={part} className="flex gap-1.5">
              <span className="font-semibold text-ink tabular-nums">{index + 1}</span>
              {part}
            </li>
          ))}
        </ol>
      </figcaption>
    </figure>
  );
}

/** The page's largest picture: asked for before the page is laid out. */
function Preload({ srcSet, media }: { srcSet: string; media: string }) {
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      imageSrcSet={srcSet}
      imageSizes={SIZES}
      media={media}
      fetchPriority="high"
    />
  );
}

/** `lazy` so that the one that is hidden stays unfetched. */
function Plate({ src, srcSet, className }: { src: string; srcSet: string; className: string }) {
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={SIZES}
      alt="Eight tools numbered as in a catalogue: five hang on a pegboard, three stand on the bench below it."
      width={1200}
      height={1130}
      loading="lazy"
      className={classNames('min-h-0 w-full flex-1 object-cover object-bottom', className)}
    />
  );
}
