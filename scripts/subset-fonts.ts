import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes the shop's font files out of a package that it fetches for that alone: `npm run fonts`. Needs
 * `fonttools` with its Brotli support (Debian: `fonttools` and `python3-brotli`). The files are kept in the
 * repository, so that a build needs none of these.
 *
 * The whole Latin Archivo with both axes has 90 kB. Every page needs three cuts of its basic
 * characters only, which have 28 kB together; other letters come in two more files that a browser
 * fetches when a page has one of them. */
const ARCHIVO = '@fontsource-variable/archivo';
const ARCHIVO_VERSION = '5.3.0';
const target = join(import.meta.dirname, '../src/ui/styles/fonts');

/** Characters of the shop's own words, prices and figures. `fonts.css` has the same in `unicode-range`. */
const basic =
  'U+20-7E,U+A0,U+A3,U+A5,U+A7,U+A9,U+B7,U+D7,U+2013,U+2014,U+2018,U+2019,U+201C,U+201D,U+2022,U+2026,U+20AC,U+2191,U+2193,U+2212';
/** The same without lower case: labels are set in capitals. */
const capitals = basic.replace('U+20-7E', 'U+20-60,U+7B-7E');
/** The rest of Latin-1 and of what the first source file contains. */
const otherLatin1 =
  'U+A1,U+A2,U+A4,U+A6,U+A8,U+AA-B6,U+B8-D6,U+D8-FF,U+131,U+152,U+153,U+2C6,U+2DA,U+2DC,U+300-308,U+2009,U+201A,U+201E,U+2032,U+2033,U+2039,U+203A,U+2044,U+2122,U+2215';

/** Units per em, half of Archivo's own: a tenth fewer bytes, and at most a seventh of a pixel in the largest
 * words. */
const GRID = '500';

const wholeRange = 'wght=400:700 wdth=88:118';
const cuts = [
  { name: 'archivo-text', from: 'latin', axes: 'wght=400:700 wdth=100', unicodes: basic },
  { name: 'archivo-headings', from: 'latin', axes: 'wght=680 wdth=115', unicodes: basic },
  { name: 'archivo-labels', from: 'latin', axes: 'wght=560 wdth=88', unicodes: capitals },
  { name: 'archivo-latin-1', from: 'latin', axes: wholeRange, unicodes: otherLatin1 },
  { name: 'archivo-latin-ext', from: 'latin-ext', axes: wholeRange, unicodes: '*' },
];

const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
execFileSync('npm', ['install', '--ignore-scripts', '--prefix', folder, `${ARCHIVO}@${ARCHIVO_VERSION}`]);
const source = join(folder, 'node_modules', ARCHIVO);
for (const { name, from, axes, unicodes } of cuts) {
  const cut = join(folder, `${name}.ttf`);
  const file = join(source, `files/archivo-${from}-wdth-normal.woff2`);
  execFileSync('fonttools', ['varLib.instancer', '-q', file, ...axes.split(' '), '-o', cut]);
  const scaled = join(folder, `${name}-scaled.ttf`);
  execFileSync('fonttools', ['ttLib.scaleUpem', cut, GRID, '--output-file', scaled]);
  execFileSync('pyftsubset', [
    scaled,
    `--unicodes=${unicodes}`,
    '--layout-features=kern,tnum,mark,ccmp,locl',
    '--no-hinting',
    '--flavor=woff2',
    `--output-file=${join(target, `${name}.woff2`)}`,
  ]);
}
copyFileSync(join(source, 'LICENSE'), join(target, 'OFL.txt'));
rmSync(folder, { recursive: true });
