/** Inserts a segment into a JPEG, right after its start. */
export function withJpegSegment(jpeg: Buffer, marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

/** A chunk of a WebP. */
export function webpChunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name, 'latin1'), size, content, Buffer.alloc(content.length % 2)]);
}

/** A box of an ISO media file. */
export function mediaBox(type: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length + 8);
  return Buffer.concat([size, Buffer.from(type, 'latin1'), content]);
}

/** A JPEG that announces further pictures after it, as phones with HDR screens write them (CIPA DC-007). */
export function announcingPictures(jpeg: Buffer): Buffer {
  return withJpegSegment(jpeg, 0xe2, Buffer.from('MPF\0II*\0'));
}

/** A JPEG that announces a movie after it (Motion Photo format 1.0). */
export function announcingMovie(jpeg: Buffer): Buffer {
  const xmp = '<rdf:Description GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1"/>';
  return withJpegSegment(jpeg, 0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmp}`));
}

/** The trailer that Samsung phones write, with one block (exiftool, Samsung.pm). */
export function samsungTrailer(block: Buffer): Buffer {
  const directory = Buffer.alloc(32);
  directory.write('SEFH');
  directory.writeUInt32LE(101, 4);
  directory.writeUInt32LE(1, 8);
  directory.writeUInt32LE(block.length, 16);
  directory.writeUInt32LE(block.length, 20);
  directory.writeUInt32LE(24, 24);
  directory.write('SEFT', 28);
  return Buffer.concat([block, directory]);
}
