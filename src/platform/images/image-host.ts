import type { PageSources } from '#platform/page-sources.ts';

/** A stored picture. `webp` is a `srcset` of the shop's three widths. */
export type HostedPicture = {
  /** The address for a tool's `img`. */
  url: string;
  width: number;
  height: number;
  /** The CSS colour of its edge, for the part of a box that it leaves empty; `transparent` for a cut-out. */
  colour: string;
  webp: string;
};

/** A file of a stored picture, ready to send. `type` is its media type. */
export type PictureFile = { bytes: Buffer; type: string };

/** Why bytes are refused as a picture. `extra`: they contain more than a picture. */
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

/** The host cannot work at the moment: disk full, permission denied, unreachable, or interrupted. Nothing was
 * stored. */
export class ImageHostUnavailable extends Error {
  override readonly name = 'ImageHostUnavailable';
}

export interface ImageHost {
  readonly kind: 'disk' | 's3' | 'imgbb';
  readonly summary: string;
  readonly pageSources: PageSources;
  /** Checks whether the service would serve the shop, without publishing anything. @throws Error saying why
   * not */
  check(): Promise<string>;
  /** Checks, re-encodes and stores a picture; the same bytes get the same address. @throws NotAPicture,
   * ImageHostUnavailable */
  store(bytes: Buffer): Promise<HostedPicture>;
  /** Makes the AVIF sizes of a stored picture; returns their `srcset`, or `undefined` if the host makes
   * none. */
  makeAvif(url: string): Promise<string | undefined>;
  /** Whether the file at an address of a stored picture is there; `undefined` if that host cannot be asked.
   * @throws ImageHostUnavailable */
  has(address: string): Promise<boolean | undefined>;
  /** Reads a file that the shop serves itself, by its name under `/pictures/`. @throws
   * ImageHostUnavailable */
  read(file: string): Promise<PictureFile | undefined>;
}
