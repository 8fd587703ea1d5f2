import type { Picture } from '#contracts/tool.ts';
import { classNames } from './class-names.ts';

/**
 * A tool's picture in a fixed 4:3 box on the picture's own colour, so that nothing moves when it arrives.
 * Dark themes dim it a little. `sizes` is the box's width as in HTML; `eager` for what is seen first (it then also gets a high priority).
 */
export function ToolPicture({
  img,
  picture,
  alt,
  sizes,
  eager = false,
  className,
}: {
  img: string;
  picture: Picture | null;
  alt: string;
  sizes: string;
  eager?: boolean;
  className?: string;
}) {
  return (
    <span
      className={classNames(
        'relative block aspect-4/3 overflow-hidden bg-plate after:absolute after:inset-0 after:bg-dimmer',
        className,
      )}
    >
      {picture && <Ground colour={picture.colour} />}
      <picture>
        {picture?.avif && <source type="image/avif" srcSet={picture.avif} sizes={sizes} />}
        {picture && <source type="image/webp" srcSet={picture.webp} sizes={sizes} />}
        <img
          src={img}
          alt={alt}
          width={picture?.width ?? 800}
          height={picture?.height ?? 600}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          className="relative size-full object-cover text-sm text-plate-ink"
        />
      </picture>
    </span>
  );
}

/** The picture's own colour, drawn: the pages' content policy takes no `style` attribute, whose place this would be. */
function Ground({ colour }: { colour: string }) {
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full">
      <rect width="100%" height="100%" fill={colour} />
    </svg>
  );
}
