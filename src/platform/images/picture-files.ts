/** A file to be kept. `type` is its media type. */
export type NewFile = { name: string; content: Buffer; type: string };

/** Where the files of pictures are kept, by their names. */
export interface PictureFiles {
  /** A file's bytes; `undefined` when there is none. @throws ImageHostUnavailable */
  read(name: string): Promise<Buffer | undefined>;
  /**
   * Keeps files. The last of them stands for all: when it is there, so are the others.
   * @throws ImageHostUnavailable
   */
  write(files: NewFile[]): Promise<void>;
}
