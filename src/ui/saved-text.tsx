import { Fragment, type ReactNode } from 'react';

/** Units that must stay with their number. */
const units =
  '[µnmc]?m|km|in|ft|yd|m[²³]|[mck]?[lL]|gal|fl|g|kg|lb|lbs|oz|t|[km]?V|[mk]?A|Ah|mAh|[km]?W|Wh|kWh|hp|Nm|N|kN|J|Hz|dB|bar|psi|rpm|spm|TPI|HRC|°[CF]|%|×|degrees|teeth|points|speeds|pcs|pieces|grit|strokes';

const joints = new RegExp(
  `(?<=\\d) (?=(?:${units})(?![\\p{L}\\p{N}]))|(?<=\\d ?×) (?=\\d)|(?<=\\bNo\\.) (?=\\d)`,
  'gu',
);

/** Keeps numbers and their units unbroken: '190 mm', '18 V', '250 × 550 mm' and 'No. 4'. */
export function keepUnits(text: string): string {
  return text.replace(joints, '\u00a0');
}

/** A part number or a range ('SPN-5275E', '50–90'), or a word with a single letter
 * before its hyphen ('G-clamp'). */
const wholeWord = /((?<!\S)(?=\S{3,16}(?:\s|$))(?:\S*\d\S*[-–]\S*|\S*[-–]\S*\d\S*|\p{Lu}-\S+))/u;

/** A tool's text: numbers keep their units, and part numbers of up to 16 characters stay whole. `children`
 * renders a piece. */
export function SavedText({
  text,
  children = (piece) => piece,
}: {
  text: string;
  children?: (piece: string) => ReactNode;
}) {
  return cutPieces(keepUnits(text)).map(({ at, piece, isWhole }) =>
    isWhole ? (
      <span key={at} className="whitespace-nowrap">
        {children(piece)}
      </span>
    ) : (
      <Fragment key={at}>{children(piece)}</Fragment>
    ),
  );
}

/** Splits a text into non-empty pieces, each with its position. */
export function cutPieces(text: string) {
  let next = 0;
  // With a capturing group, every second piece is a whole word.
  return text.split(wholeWord).flatMap((piece, index) => {
    const at = next;
    next += piece.length;
    return piece ? [{ at, piece, isWhole: index % 2 === 1 }] : [];
  });
}
