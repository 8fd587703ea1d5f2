import { normalForm } from './text.ts';

/** What a name is compared by: composed (NFC), without case, invisible signs and further spaces; the
 * database's `name_key` is the same. */
export const nameKey = (name: string): string =>
  normalForm(normalForm(name, 'NFC').toLowerCase(), 'NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
