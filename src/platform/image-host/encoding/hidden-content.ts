/** Pages, scripts and documents. Each is so long that the compressed pixels of a photograph do not hold it by chance. */
const OTHER_CONTENT = /<(?:script|html)[\s>/]|<!doctype\s|<svg\s+xmlns|<\?php\s|%PDF-\d\.\d/i;

const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1');
const ARCHIVE_ENTRY = Buffer.from('PK\x01\x02', 'latin1');
const ARCHIVE_END_BYTES = 22;
const LONGEST_COMMENT_BYTES = 0xffff;

/** Whether a file can also be read as a page, a script, a document or an archive, wherever in it that lies. */
export function holdsOtherContent(bytes: Buffer): boolean {
  return OTHER_CONTENT.test(bytes.toString('latin1')) || holdsArchive(bytes);
}

/** Whether a ZIP's directory can be found from the end, as those who open ZIPs do (APPNOTE.TXT, section 4.3.16). */
function holdsArchive(bytes: Buffer): boolean {
  const first = Math.max(0, bytes.length - ARCHIVE_END_BYTES - LONGEST_COMMENT_BYTES);
  let at = bytes.lastIndexOf(ARCHIVE_END);
  while (at >= first) {
    if (at + ARCHIVE_END_BYTES <= bytes.length) {
      const directory = at - bytes.readUInt32LE(at + 12);
      if (directory >= 0 && bytes.subarray(directory, directory + 4).equals(ARCHIVE_ENTRY)) return true;
    }
    if (at === 0) break;
    at = bytes.lastIndexOf(ARCHIVE_END, at - 1);
  }
  return false;
}
