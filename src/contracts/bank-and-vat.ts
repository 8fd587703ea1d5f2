/** An IBAN or a BIC as people write it, in groups or in small letters, as one word in capitals. */
export const toBankCode = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Z}\p{Pd}\p{Cf}]/gu, '');

/** Whether an IBAN, as one word, has the check digits of its other characters (ISO 13616: modulo 97). */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  const digits = [...moved].map((character) => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

/** An IBAN in groups of four, as it is written on paper. */
export const writeIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** A VAT number as people write it, `GB 980 7806 84` or `CHE-123.456.788 MWST`, as one word in capitals. */
export const toVatNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Z}\p{Pd}\p{Cf}.,/]/gu, '');
