/** An address with its scheme in small letters, as programs compare it (RFC 3986, 6.2.2.1);
 * the rest stays as it was typed. */
export const withPlainScheme = (address: string): string =>
  address.replace(/^[a-z][a-z0-9+.-]*:/i, (scheme) => scheme.toLowerCase());

/** The address that calls a number as people write it. */
export const telephoneLink = (phone: string) => `tel:${phone.replace(/[^+\d]/g, '')}`;
