import { type KeyboardEvent, useRef, useState } from 'react';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { Icon } from '#ui/icon.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { galleryTexts as texts } from '../texts/gallery.ts';

/** The pictures of a tool that has several: a strip that scrolls without scripts too, and links to each
 * picture. */
export default function ToolGallery({
  tool,
  alt,
  sizes,
}: {
  tool: Pick<ToolDetails, 'name' | 'img' | 'picture' | 'pictures'>;
  /** What the first picture shows. */
  alt: string;
  sizes: string;
}) {
  const pictures = [tool, ...tool.pictures];
  const all = pictures.length;
  const strip = useRef<HTMLElement>(null);
  const [seen, setSeen] = useState(0);
  const shown = Math.min(seen, all - 1);
  const show = (index: number) =>
    strip.current?.scrollTo({ left: index * strip.current.clientWidth, behavior: 'instant' });
  // From the strip's actual position, since `shown` is updated a frame later.
  const step = (by: number) => show(Math.min(Math.max(placeOf(strip.current) + by, 0), all - 1));
  const follow = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -all, End: all };
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  };
  return (
    <div className="min-w-0 self-start">
      <div className="relative">
        <section
          ref={strip}
          aria-label={texts.strip(tool.name)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls (WCAG 2.1.1).
          tabIndex={0}
          onScroll={({ currentTarget }) => setSeen(placeOf(currentTarget))}
          onKeyDown={follow}
          className="flex snap-x snap-mandatory overflow-x-auto rounded-md border border-line"
        >
          {pictures.map((picture, index) => (
            <ToolPicture
              key={picture.img}
              of={picture}
              alt={index === 0 ? alt : texts.pictureOf(tool.name, index + 1, all)}
              sizes={sizes}
              eager={index === 0}
              className="w-full shrink-0 snap-center"
            />
          ))}
        </section>
        <div className="absolute right-2 bottom-2 flex items-center rounded-md border border-line bg-surface text-sm noscript:hidden">
          <Step label={texts.previous} isOver={shown === 0} onStep={() => step(-1)} turned="rotate-180" />
          <span aria-live="polite" className="tabular-nums">
            {texts.picture(shown + 1, all)}
          </span>
          <Step label={texts.next} isOver={shown === all - 1} onStep={() => step(1)} />
        </div>
      </div>
      <ul className="mt-3 hidden gap-2 lg:flex noscript:hidden">
        {pictures.map((picture, index) => (
          <li key={picture.img} className="w-16 min-w-0">
            <button
              type="button"
              aria-label={texts.picture(index + 1, all)}
              aria-current={index === shown || undefined}
              onClick={() => show(index)}
              className="block w-full overflow-hidden rounded-md border border-line aria-current:border-ink"
            >
              <ToolPicture of={picture} sizes="64px" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const placeOf = (strip: HTMLElement | null) =>
  strip && strip.clientWidth > 0 ? Math.round(strip.scrollLeft / strip.clientWidth) : 0;

type StepProps = { label: string; isOver: boolean; onStep: () => void; turned?: string };

/** A button to the adjacent picture; at the end of the strip it keeps the focus, which a disabled button
 * would lose. */
function Step({ label, isOver, onStep, turned = '' }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOver || undefined}
      onClick={onStep}
      className="grid size-11 place-items-center aria-disabled:opacity-60"
    >
      <Icon name="arrow-right" className={`size-5 ${turned}`} />
    </button>
  );
}
