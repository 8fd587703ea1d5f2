import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import PDFDocument from 'pdfkit';
import { LOCALE } from '#texts/locale.ts';

type Structure = PDFKit.PDFStructureElement;
type Weight = 'regular' | 'bold';

export type Style = { weight?: Weight; size?: number; colour?: string; align?: 'left' | 'right' };
export type Place = { x: number; y: number; width: number };

/** A document that is being drawn, with what stands in it told to screen readers by its structure. */
export type Sheet = {
  doc: PDFKit.PDFDocument;
  root: Structure;
  /** Begins a part of the structure. */
  part(parent: Structure, type: string, options?: { scope?: 'Row' | 'Column' }): Structure;
  /** Writes text as a part of the structure. Answers how high it is. */
  write(parent: Structure, type: string, text: string, place: Place, style?: Style): number;
  /** Draws what screen readers pass over. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void;
  /** Writes text that is no part of the structure. */
  writeBare(text: string, place: Place, style?: Style): void;
  heightOf(text: string, width: number, style?: Style): number;
};

const folder = '@expo-google-fonts/noto-sans';
const files: Record<Weight, string> = {
  regular: `${folder}/400Regular/NotoSans_400Regular.ttf`,
  bold: `${folder}/600SemiBold/NotoSans_600SemiBold.ttf`,
};
const fonts = Object.entries(files).map(
  ([weight, file]) =>
    [weight, withoutTables(readFileSync(fileURLToPath(import.meta.resolve(file))))] as const,
);

/** A font without the tables by which letters are joined and moved: reading them takes 300 ms a document, and what is
 * written here needs none of it. Their entries in the directory (OpenType 1.9, 'Table Directory') get a name that nobody looks for. */
function withoutTables(font: Buffer): Buffer {
  const [entries, size] = [12, 16];
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const at = entries + index * size;
    if (['GSUB', 'GPOS', 'GDEF'].includes(font.toString('latin1', at, at + 4)))
      font.write('none', at, 'latin1');
  }
  return font;
}

/** The characters that each of the fonts has a glyph for. */
const drawn = fonts.map(([, bytes]) => new Set((fontkit.create(bytes) as fontkit.Font).characterSet));

const isDrawn = (character: string) =>
  character === '\n' || drawn.every((characters) => characters.has(character.codePointAt(0) ?? 0));

/** Stands for a character that the fonts cannot draw: PDF/A allows no missing glyph (ISO 19005-3, 6.2.11.8). */
const UNKNOWN = '\ufffd';

/** Text as the fonts can draw it. What turns the direction of reading, and the like, is left out. */
export function toDrawable(text: string): string {
  const kept = text.normalize('NFC').replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '');
  return [...kept].map((character) => (isDrawn(character) ? character : UNKNOWN)).join('');
}

const INK = '#1a1a1a';
const SIZE = 9.5;

export type SheetOptions = {
  size: 'A4' | 'LETTER';
  margin: number;
  title: string;
  at: Date;
  subject: string;
};

/** Begins a PDF/A-3 that is tagged (level A). Everything in it follows from `options` and from what is drawn. */
export function openSheet({ size, margin, title, subject, at }: SheetOptions): Sheet {
  const doc = new PDFDocument({
    size,
    margin,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: LOCALE,
    displayTitle: true,
    bufferPages: true,
    // What stands here goes into the metadata as it is: nothing that people typed.
    info: { Title: title, Subject: subject, Creator: 'Toolyard', CreationDate: at, ModDate: at },
    font: '',
  });
  for (const [weight, bytes] of fonts) doc.registerFont(weight, bytes);
  const root = doc.struct('Document');
  doc.addStructure(root);

  const setStyle = ({ weight = 'regular', size: points = SIZE, colour = INK }: Style) =>
    doc.font(weight).fontSize(points).fillColor(colour);
  const heightOf = (text: string, width: number, style: Style = {}) =>
    setStyle(style).heightOfString(toDrawable(text) || ' ', { width });
  const writeBare = (text: string, { x, y, width }: Place, style: Style = {}) => {
    setStyle(style).text(toDrawable(text), x, y, { width, align: style.align ?? 'left' });
  };

  return {
    doc,
    root,
    heightOf,
    writeBare,
    part(parent, type, options = {}) {
      // The types do not know of `scope` yet.
      const made = doc.struct(type, options as object);
      parent.add(made);
      return made;
    },
    write(parent, type, text, place, style) {
      const isWhole = toDrawable(text) === text;
      const draw = () => writeBare(text, place, style);
      // Who copies it, or has it read out, gets what was meant.
      const options = isWhole ? {} : { actual: text.replace(/\p{Cc}/gu, ' ').toWellFormed() };
      parent.add(doc.struct(type, options, draw));
      return heightOf(text, place.width, style);
    },
    artifact(type, draw) {
      doc.markContent('Artifact', { type });
      draw();
      doc.endMarkedContent();
    },
  };
}

/** Ends a document, and answers its bytes. */
export async function closeSheet({ doc, root }: Sheet): Promise<Buffer> {
  root.end();
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  doc.on('end', resolve);
  doc.on('error', reject);
  doc.end();
  await promise;
  return Buffer.concat(chunks);
}
