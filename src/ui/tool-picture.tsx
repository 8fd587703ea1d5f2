import { preload } from 'react-dom';
import type { Picture } from '#contracts/picture.ts';
import { classNames } from './class-names.ts';

/** The `colour` of a cut-out picture (`encode-picture.ts`). */
const CUT_OUT = 'transparent';

/** Has the browser fetch a picture that is visible first before it reads the page, ahead of fonts and
 * scripts. */
function fetchFirst(img: string, { avif, webp }: Picture, sizes: string): void {
  preload(img, {
    as: 'image',
    type: avif ? 'image/avif' : 'image/webp',
    imageSrcSet: avif ?? webp,
    imageSizes: sizes,
    fetchPriority: 'high',
  });
}

/** A tool's picture in a fixed 4:3 box. `sizes` is the box's width as in HTML; `eager` is for pictures
 * visible first. The box of a draft without a picture is empty. */
export function ToolPicture({
  of: { img, picture },
  alt = '',
  sizes,
  eager = false,
  className,
}: {
  of: { img: string; picture: Picture | null };
  alt?: string;
  sizes: string;
  eager?: boolean;
  className?: string;
}) {
  if (import.meta.env.SSR && eager && picture) fetchFirst(img, picture, sizes);
  const isCutOut = picture?.colour === CUT_OUT;
  return (
    <span
      className={classNames(
        'relative block aspect-4/3 overflow-hidden bg-plate',
        !isCutOut && 'after:absolute after:inset-0 after:bg-dimmer',
        className,
      )}
    >
      {img !== '' && (
        <picture>
          {picture?.avif && <source type="image/avif" srcSet={picture.avif} sizes={sizes} />}
          {picture && <source type="image/webp" srcSet={picture.webp} sizes={sizes} />}
          <img
            src={img}
            alt={alt}
            width={picture?.width ?? 800}
            height={picture?.height ?? 600}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : undefined}
            decoding="async"
            className="relative size-full object-contain text-sm text-plate-ink"
          />
        </picture>
      )}
    </span>
  );
}
