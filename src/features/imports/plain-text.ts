/** Characters with names in HTML that tool descriptions use. */
const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', middot: '·', deg: '°', times: '×' },
  ...{
    frac12: '½',
    frac14: '¼',
    frac34: '¾',
    plusmn: '±',
    micro: 'µ',
    le: '≤',
    ge: '≥',
    sup2: '²',
    sup3: '³',
  },
  ...{ trade: '™', reg: '®', copy: '©', euro: '€', pound: '£', cent: '¢', yen: '¥', sect: '§', oslash: 'ø' },
  ...{
    Oslash: 'Ø',
    szlig: 'ß',
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    eacute: 'é',
  },
  ...{ egrave: 'è', ecirc: 'ê', agrave: 'à', acirc: 'â', aacute: 'á', iacute: 'í', oacute: 'ó', uacute: 'ú' },
  ...{ ntilde: 'ñ', ccedil: 'ç', ocirc: 'ô', icirc: 'î', ugrave: 'ù', aring: 'å', Aring: 'Å', aelig: 'æ' },
  ...{ Eacute: 'É', zwnj: '', shy: '', laquo: '«', raquo: '»', prime: '′', Prime: '″' },
};

const TAG = /<\/?[a-z][^<>]*>/i;
const ENTITY = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,10});/gi;

/** Longer texts exceed any description, and are not converted. */
const MAX_HTML = 20_000;

/** Converts HTML, in which other shops store descriptions, to plain text; returns plain text unchanged. */
export function toPlainText(text: string): string {
  if (text.length > MAX_HTML) return text;
  const read = unseen.reduce((rest, { begin, end }) => without(rest, begin, end), text);
  if (read === text && !TAG.test(text))
    return text.search(ENTITY) >= 0 ? text.replace(ENTITY, readEntity) : text;
  return read
    .replace(/\s+/g, ' ')
    .replace(/<br\b[^<>]*>|<\/(?:tr|dd|dt)\s*>/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '\n• ')
    .replace(/<\/(?:td|th)\s*>/gi, ' ')
    .replace(/<\/?(?:p|div|ul|ol|h[1-6]|table|section|article|blockquote|dl)\b[^<>]*>/gi, '\n\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(ENTITY, readEntity)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{2,}(?=• )/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Invisible content, by its start and end. */
const unseen = [
  { begin: /<script\b[^<>]*>/gi, end: /<\/script\s*>/gi },
  { begin: /<style\b[^<>]*>/gi, end: /<\/style\s*>/gi },
  { begin: /<!--/g, end: /-->/g },
];

/** Removes everything between two marks; an unclosed one stays. A single pattern for both would search for
 * each end again. */
function without(text: string, begin: RegExp, end: RegExp): string {
  let kept = '';
  let at = 0;
  for (;;) {
    begin.lastIndex = at;
    const begun = begin.exec(text);
    if (!begun) return kept + text.slice(at);
    end.lastIndex = begin.lastIndex;
    if (!end.test(text)) return kept + text.slice(at);
    kept += text.slice(at, begun.index);
    at = end.lastIndex;
  }
}

function readEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? whole;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code >= 32 && code <= 0x10_ff_ff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : '';
}
