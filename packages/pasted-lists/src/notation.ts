/** The spellings of each unit. */
const spelledUnits: Record<string, string[]> = {
  in: ['in', 'inch', 'inches'],
  ft: ['ft', 'foot', 'feet'],
  mm: ['mm'],
  cm: ['cm'],
  oz: ['oz', 'ounce', 'ounces'],
  lb: ['lb', 'lbs', 'pound', 'pounds'],
  kg: ['kg'],
  inlb: ['in-lb', 'in-lbs'],
  ftlb: ['ft-lb', 'ft-lbs'],
  cuft: ['cu ft'],
  v: ['v', 'volt', 'volts'],
  w: ['w', 'watt', 'watts'],
  a: ['a', 'amp', 'amps'],
  hp: ['hp'],
  gal: ['gal', 'gallon', 'gallons'],
  ml: ['ml'],
  deg: ['°', 'deg', 'degree', 'degrees'],
  f: ['°f'],
  psi: ['psi'],
  rpm: ['rpm'],
  gauge: ['ga', 'gauge'],
};

/** Each spelling of a unit, mapped to the unit. */
export const units = new Map(
  Object.entries(spelledUnits).flatMap(([unit, all]) => all.map((each) => [each, unit])),
);

/** A pattern of every unit, longest first. */
export const UNIT = [...units.keys()].toSorted((one, other) => other.length - one.length).join('|');

/** A pattern of a number in a size: `7-1/4`, `7 1/4`, `1,500`, `7.25` or `7,25`. */
export const NUMBER = String.raw`\d+-\d+\/\d+|\d+ \d+\/\d+|\d+\/\d+|\d{1,3}(?:,\d{3})+|\d+(?:[.,]\d+)?`;

/** Lower case, without accents, each symbol of a size as letters: `4½″` is `4-1/2 in`, `10×22` is `10x22`. A
 * thread or a diameter is one size with what follows it: `M8 × 40` is `m8x40`, `Ø 22 x 1` is `ø22x1`. */
export const toPlainSizes = (text: string): string => toPlain(text).replaceAll('×', 'x');

/** The same, with each sign of multiplication as `×`. */
const toPlain = (text: string): string =>
  text
    .replaceAll(/(\d)\s?([\u00bc-\u00be\u2150-\u215e])/g, '$1-$2')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('\u2044', '/')
    .replaceAll(/[✕✖⨯]/g, '×')
    .replaceAll(/[\u2018\u2019\u2032]/g, "'")
    .replaceAll(/[\u201c\u201d\u2033]/g, '"')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/(\d) ?(?:''|")/g, '$1 in ')
    .replaceAll(/(\d) ?'(?!\p{L})/gu, '$1 ft ')
    .replaceAll(/(?<=\p{L})'s\b/gu, '')
    .replaceAll(/° ?f\b/g, '°f')
    .replaceAll(/[⌀∅φ](?= ?\d)/g, 'ø')
    .replaceAll(
      THREAD,
      (_, sign: string, sizes: string) => sign.trim() + sizes.replaceAll(/ ?[x*×] ?/g, 'x'),
    );

const SIZE = String.raw`\d+(?:[.,/-]\d+)*`;
/** A metric (M) or trapezoidal (Tr) thread, or a diameter, and the sizes after it. */
const THREAD = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,/-])(m|tr|ø ?|(?<!\d )m (?=\d+(?:[.,]\d+)? ?[x*×] ?\d))(${SIZE}(?: ?[x*×] ?${SIZE})*)`,
  'gu',
);

/** The value of a text that matches `NUMBER`. */
export function toValue(number: string): number {
  const [, whole = '0', above, below] = /^(?:(\d+)[- ])?(\d+)\/(\d+)$/.exec(number) ?? [];
  if (above && below) return Number(whole) + Number(above) / Number(below);
  if (/^\d{1,3}(,\d{3})+$/.test(number)) return Number(number.replaceAll(',', ''));
  return Number(number.replace(',', '.'));
}

/** The same, with numbers and units separated as search words: `10 x 22` is `10 | 22`, `7 1/4 inch` is `7-1/4
 * in`. The migrations' `search_notation` normalizes the catalogue in the same way. */
export const toSearchedSizes = (text: string): string =>
  toPlain(text)
    .replaceAll('×', '|')
    .replaceAll(/(\d)[ -]?(?:inches|inch|in)(?![\p{L}\p{N}])/gu, '$1 in ')
    .replaceAll(/(\d)[ -]?(?:feet|foot|ft)(?![\p{L}\p{N}])/gu, '$1 ft ')
    .replaceAll(/(\d) (\d+\/\d)/g, '$1-$2')
    .replaceAll(
      SIZES,
      (_, sizes: string, unit?: string) => sizes.replaceAll(/[x*]/g, '|') + (unit ? ` ${unit}` : ''),
    )
    .replaceAll(new RegExp(String.raw`(\/\d+)${GLUED}`, 'gu'), '$1 $2')
    .replaceAll(/(?<=\d(?: (?:in|ft|mm|cm|m))?) +x +(?=\d)/g, ' | ')
    .replaceAll(/(?<![\p{L}\p{N}])ø(?=\d)/gu, '');

/** A unit written without a space after its number. */
const GLUED = String.raw`(mm|cm|m|oz|lbs?|kg|g|v|w|ah?|hp|ml|l)(?![\p{L}\p{N}])`;
/** Several sizes together, and the unit of the last: `3 x 21`, `1/2x3/4x6`, `m8x40mm`. */
const SIZES = new RegExp(
  String.raw`(?<![\p{L}\p{N}])((?:m|tr|ø)?${SIZE}(?: ?[x*] ?ø?${SIZE})+)(?:${GLUED})?`,
  'gu',
);

/** A part number without separators between its letters and digits, because people omit them. */
export const toPlainNumber = (number: string): string => number.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
