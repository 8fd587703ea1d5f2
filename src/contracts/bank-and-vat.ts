/** Normalises an IBAN or a BIC typed in groups or lower case to one word in capitals. */
export const toBankCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Z}\p{Pd}\p{Cf}]/gu, '');

/** Whether an IBAN, without spaces, has valid check digits (ISO 13616: modulo 97). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const digits = [...moved].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** Formats an IBAN in groups of four, as on paper. */
export const writeIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** Normalises a typed VAT number, such as `GB 980 7806 84` or `CHE-123.456.788 MWST`, to one word in
 * capitals. */
export const toVatNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Z}\p{Pd}\p{Cf}.,/]/gu, '');
