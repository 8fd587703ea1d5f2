import { returnSlipTexts as texts } from '../screen-texts.ts';
import { code128 } from './code-128.ts';

/** The quiet zone that a scanner needs at both ends, in modules. */
const QUIET = 10;

const HEIGHT = 40;

/** A number as a barcode (Code 128), black on white in both themes, so that it can be scanned off a screen
 * too. */
export function Barcode({ text }: { text: string }) {
  const widths = code128(text);
  const bars = widths.reduce<{ at: number; path: string }>(
    ({ at, path }, width, nth) => ({
      at: at + width,
      path: nth % 2 === 0 ? `${path}M${at} 0h${width}v${HEIGHT}h-${width}z` : path,
    }),
    { at: QUIET, path: '' },
  );
  const width = bars.at + QUIET;
  return (
    <figure className="max-w-full bg-white text-black" style={{ width: `${width * 0.4}mm` }}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={texts.barcode(text)}
        shapeRendering="crispEdges"
        className="block w-full"
      >
        <path d={bars.path} fill="currentColor" />
      </svg>
      <figcaption className="pt-1 text-center text-sm tracking-widest tabular-nums">{text}</figcaption>
    </figure>
  );
}
