const END = '\nstartxref\n0\n%%EOF\n';

/** A file of `bytes` bytes that the shop recognizes as PDF; no two parts of a large one are alike. */
export function pdf(bytes = 1000): Buffer {
  const file = Buffer.alloc(bytes);
  for (let at = 0; at + 4 <= bytes; at += 4) file.writeUInt32LE(at, at);
  file.write('%PDF-1.7\n', 0, 'latin1');
  file.write(END, bytes - END.length, 'latin1');
  return file;
}
