const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** The limits of a request, said once: contracts and server take them from here, and the proxies' files and
 * the manual are checked against them (`scripts/deploy-limits.test.ts`). */
export const requestLimits = {
  /** A body without a file. */
  bodyBytes: 64 * KILOBYTE,
  pictureBytes: 10 * MEGABYTE,
  documentBytes: 10 * MEGABYTE,
  certificateBytes: 5 * MEGABYTE,
  officialNoticeBytes: 5 * MEGABYTE,
  returnLabelBytes: MEGABYTE,
  importBytes: 64 * MEGABYTE,
  /** What a form has beside its file: its other fields, and the boundaries. */
  formBytes: 64 * KILOBYTE,
  /** One field of an import's form, of which it has up to four. */
  importFieldBytes: MEGABYTE,
  /** Request line and header fields together; Node's own limit
   * (https://nodejs.org/api/http.html#httpmaxheadersize). */
  headBytes: 16 * KILOBYTE,
  /** From the first byte to the last: enough for a picture over 1 Mbit/s, and for an import over 5. */
  arrivesWithinSeconds: 120,
} as const;

const { importBytes, importFieldBytes, formBytes } = requestLimits;

/** The largest body of any call, which a proxy must pass on. */
export const largestBodyBytes = importBytes + 4 * importFieldBytes + formBytes;
