/** A VAT number as people write it, `GB 980 7806 84` or `CHE-123.456.788 MWST`, as one word in capitals. */
export const toVatNumber = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Z}\p{Pd}\p{Cf}.,/]/gu, '');
