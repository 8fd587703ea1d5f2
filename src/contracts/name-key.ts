/** What a name is compared by: composed (NFC), without case, invisible signs and further spaces; the database's `name_key` is the
 * same. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
