import { escapeHtml } from '#platform/escape-html.ts';
import { toInvoiceText } from './plain-text.ts';

/** UNTDID 2379: year, month and day. */
const DAY = '102';

/** An element; nothing where it would be empty. */
export const element = (name: string, content: string, attributes = '') =>
  content === '' ? '' : `<${name}${attributes}>${content}</${name}>`;

/** What XML 1.0 has no way of writing (section 2.2), besides what no invoice bears. */
const UNWRITABLE = /[\ufffe\uffff]/g;

/** An element with a text, as far as XML can write it. */
export const text = (name: string, value: string | null, attributes = '') =>
  element(name, escapeHtml(toInvoiceText((value ?? '').replace(UNWRITABLE, ''))), attributes);

/** A day such as 2026-11-23, in the namespace that its place in the schema asks for. */
export const day = (prefix: 'udt' | 'qdt', date: string) =>
  text(`${prefix}:DateTimeString`, date.replaceAll('-', ''), ` format="${DAY}"`);
