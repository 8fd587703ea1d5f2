import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Makes the fonts that PDFs are written with: Noto Sans, and others for scripts and signs that it lacks.
 * Needs `fonttools`, and the packages named below in a folder of their own, as they have 120 MB
 * together: `npm install --prefix FOLDER @embedpdf/fonts-jp@1.0.0 …`, then `npm run invoice-fonts --
 * FOLDER`. The files are kept in the repository, so that an install needs none of it. All of them are
 * Noto fonts, under the SIL OFL 1.1. */
const [source] = process.argv.slice(2);
if (!source) {
  process.stderr.write(
    'Usage: npm run invoice-fonts -- FOLDER, into which the fonts’ packages were installed.\n',
  );
  process.exit(1);
}
const target = join(import.meta.dirname, '../packages/tagged-pdf/fonts');

/** The characters that a language's encodings (by their Python names) can write: these occur in addresses
 * there. */
const encoded = (encodings: string[]) => `
import sys
chars = set()
for encoding, least, most in ${JSON.stringify(encodings.map((name) => name.split(' ')))}:
    for code in range(0x20, 0x10000):
        try: written = chr(code).encode(encoding)
        except UnicodeEncodeError: continue
        if int(least, 16) <= int(written.hex(), 16) <= int(most, 16): chars.add(code)
print(",".join("%X" % code for code in sorted(chars)))`;

const all = '0 FFFFFFFF';
const cuts = [
  // Their letters are not joined or moved: reading the tables that say how takes 300 ms a document.
  {
    file: 'regular.ttf',
    from: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    unicodes: '*',
    isPlain: true,
  },
  {
    file: 'bold.ttf',
    from: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
    unicodes: '*',
    isPlain: true,
  },
  {
    file: 'symbols.ttf',
    from: '@expo-google-fonts/noto-sans-math/400Regular/NotoSansMath_400Regular.ttf',
    unicodes: 'U+2190-22FF,U+2300-23FF,U+25A0-27BF',
  },
  { file: 'hebrew.ttf', from: '@embedpdf/fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf', unicodes: '*' },
  { file: 'arabic.ttf', from: '@embedpdf/fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf', unicodes: '*' },
  {
    file: 'thai.ttf',
    from: '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
    unicodes: '*',
  },
  {
    file: 'japanese.otf',
    from: '@embedpdf/fonts-jp/fonts/NotoSansJP-Regular.otf',
    encodings: [`cp932 ${all}`],
  },
  {
    file: 'korean.otf',
    from: '@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf',
    encodings: ['cp949 0 C9FF'],
  },
  // Simplified characters, and the 5,401 common traditional ones.
  {
    file: 'chinese.otf',
    from: '@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf',
    encodings: [`gb2312 ${all}`, 'big5 0 C67E'],
  },
];

for (const { file, from, unicodes, encodings, isPlain } of cuts) {
  const wanted =
    unicodes ?? execFileSync('python3', ['-c', encoded(encodings ?? [])], { encoding: 'utf8' }).trim();
  execFileSync('pyftsubset', [
    join(source, 'node_modules', from),
    `--unicodes=${wanted}`,
    // These tables join and position letters; Chinese, Japanese and Korean need none of them.
    `--layout-features=${encodings || isPlain ? '' : '*'}`,
    ...(isPlain ? ['--drop-tables+=GSUB,GPOS,GDEF'] : []),
    '--no-hinting',
    `--output-file=${join(target, file)}`,
  ]);
}
