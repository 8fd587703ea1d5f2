/** A picture that the host keeps. `webp` is a `srcset` text over the shop's three widths. */
export type HostedPicture = {
  /** The address to use as a tool's `img`. */
  url: string;
  width: number;
  height: number;
  /** A CSS colour to show until the picture has arrived. */
  colour: string;
  webp: string;
};

/** The bytes are no picture that the shop takes. `message` may be shown. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture';
}

/** The service that keeps pictures. */
export interface ImageHost {
  readonly kind: 'disk' | 'imgbb';
  /** One line for the start-up log. */
  readonly summary: string;
  /**
   * Checks, re-encodes, sizes and keeps a picture. The same bytes give the same address.
   * @throws NotAPicture when the bytes are no JPEG, PNG, WebP or AVIF picture, or have too many pixels.
   */
  store(bytes: Buffer): Promise<HostedPicture>;
  /** Makes the AVIF sizes of a stored picture; answers their `srcset`, or `undefined` where the host makes none. */
  makeAvif(url: string): Promise<string | undefined>;
}
