import { toPlainText } from './plain-text.ts';

/** UNTDID 2379: year, month and day. */
const DAY = '102';

/** An element; '' if it would be empty. */
export const element = (name: string, content: string | string[], attributes = ''): string => {
  const inside = typeof content === 'string' ? content : content.join('');
  return inside === '' ? '' : `<${name}${attributes}>${inside}</${name}>`;
};

/** Characters that XML 1.0 cannot represent (section 2.2), besides those that `toPlainText` removes. */
const UNWRITABLE = /[\ufffe\uffff]/g;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** An element with a text, as far as XML can write it. An invoice stored long ago may lack a text. */
export const text = (name: string, value: string | null | undefined, attributes = ''): string => {
  const written = toPlainText((value ?? '').replace(UNWRITABLE, ''));
  return element(
    name,
    written.replace(/[&<>"']/g, (character) => entities[character] ?? character),
    attributes,
  );
};

/** A day such as 2026-11-23, in the namespace that the schema requires at its place. */
export const day = (prefix: 'udt' | 'qdt', date: string): string =>
  text(`${prefix}:DateTimeString`, date.replaceAll('-', ''), ` format="${DAY}"`);
