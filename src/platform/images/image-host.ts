import type { PageSources } from '#platform/page-sources.ts';

/** A picture that the host keeps. `webp` is a `srcset` text over the shop's three widths. */
export type HostedPicture = {
  /** The address to use as a tool's `img`. */
  url: string;
  width: number;
  height: number;
  /** The CSS colour of its edge, for what it leaves free of a box; `transparent` for a cut-out. */
  colour: string;
  webp: string;
};

/** A file of a stored picture, ready to be sent. `type` is its media type. */
export type PictureFile = { bytes: Buffer; type: string };

/** Why bytes are not taken as a picture. `extra`: they hold more than a picture. */
export type NotAPictureReason =
  | 'other_type'
  | 'several'
  | 'animated'
  | 'damaged'
  | 'extra'
  | 'too_many_pixels';

export class NotAPicture extends Error {
  override readonly name = 'NotAPicture';
  readonly reason: NotAPictureReason;

  constructor(reason: NotAPictureReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The host cannot work at the moment: no room, no permission, out of reach, or
 * stopped on the way. Nothing was kept. */
export class ImageHostUnavailable extends Error {
  override readonly name = 'ImageHostUnavailable';
}

export interface ImageHost {
  readonly kind: 'disk' | 's3' | 'imgbb';
  readonly summary: string;
  readonly pageSources: PageSources;
  /** Asks the service whether it would serve the shop; nothing is shown by
   * it. @throws Error saying why not */
  check(): Promise<string>;
  /** Checks, re-encodes and keeps a picture, the same bytes at the same address. @throws
   * NotAPicture, ImageHostUnavailable */
  store(bytes: Buffer): Promise<HostedPicture>;
  /** Makes the AVIF sizes of a stored picture; their `srcset`, or `undefined` where the host makes none. */
  makeAvif(url: string): Promise<string | undefined>;
  /** A file that the shop serves itself, by its name under `/pictures/`. @throws ImageHostUnavailable */
  read(file: string): Promise<PictureFile | undefined>;
}
