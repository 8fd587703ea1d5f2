import { gzipSync } from 'node:zlib';
import { type HostileKind, hostileFile } from './hostile-file.ts';

const asSvg = { name: 'hammer.svg', type: 'image/svg+xml' };
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${content}</svg>`;
const laughs = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'ha'.repeat(50)}">${Array.from(
  { length: 9 },
  (_, number) => `<!ENTITY a${number + 1} "${`&a${number || ''};`.repeat(10)}">`,
).join('')}]>${svg('<text>&a9;</text>')}`;

/** Drawings that contain programs. */
export const drawings: HostileKind[] = [
  hostileFile('svg with a script', 415, () => Buffer.from(svg('<script>alert(1)</script>')), asSvg),
  hostileFile('svg announced as a JPEG', 415, () => Buffer.from(svg('<a href="javascript:alert(1)"/>'))),
  hostileFile('svg, gzipped', 415, () => gzipSync(svg('<script>alert(1)</script>')), asSvg),
  hostileFile('svg, gzipped, announced as a JPEG', 415, () => gzipSync(svg('<rect/>'))),
  hostileFile('svg of a billion laughs', 415, () => Buffer.from(laughs), asSvg),
  hostileFile('svg that reads a file', 415, () =>
    Buffer.from(svg('<image href="file:///etc/passwd" width="9" height="9"/>')),
  ),
  hostileFile('svg in UTF-16', 415, () => Buffer.from(`\ufeff${svg('')}`, 'utf16le'), asSvg),
];
