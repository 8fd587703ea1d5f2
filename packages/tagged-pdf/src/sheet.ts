import PDFDocument from 'pdfkit';

import { type FontName, fontOf, type Weight } from './fonts.ts';
import { breakLines, isDrawable, isRightToLeft, type Run } from './text-lines.ts';

type Structure = PDFKit.PDFStructureElement;

export type Style = { weight?: Weight; size?: number; colour?: string; align?: 'left' | 'right' };
export type Place = { x: number; y: number; width: number };

/** A document being drawn, with a structure for screen readers. */
export type Sheet = {
  doc: PDFKit.PDFDocument;
  root: Structure;
  /** Begins a structure element. */
  part(parent: Structure, type: string, options?: { scope?: 'Row' | 'Column' }): Structure;
  /** Writes text as a structure element. Returns its height. */
  write(parent: Structure, type: string, text: string, place: Place, style?: Style): number;
  /** Draws what screen readers skip. */
  artifact(type: 'Layout' | 'Pagination', draw: () => void): void;
  /** Writes text outside the structure. */
  writeBare(text: string, place: Place, style?: Style): void;
  heightOf(text: string, width: number, style?: Style): number;
};

const INK = '#1a1a1a';
const SIZE = 9.5;

export type SheetOptions = {
  size: 'A4' | 'LETTER';
  margin: number;
  /** Written to the metadata unchanged, like `subject` and `creator`, so it must not contain user input. */
  title: string;
  subject: string;
  creator: string;
  at: Date;
  /** The language of the text (BCP 47). */
  language: string;
  /** Removes what cannot be drawn: fonts have no glyphs for control and invisible characters. */
  toDrawnText: (text: string) => string;
};

/** Begins a tagged PDF/A-3 (level A). Its content depends only on `options` and on what is drawn. */
export function openSheet(options: SheetOptions): Sheet {
  const { size, margin, title, subject, creator, at, language, toDrawnText } = options;
  const doc = new PDFDocument({
    size,
    margin,
    pdfVersion: '1.7',
    subset: 'PDF/A-3a',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Subject: subject, Creator: creator, CreationDate: at, ModDate: at },
    font: '',
  });
  const registered = new Set<FontName>();
  const root = doc.struct('Document');
  doc.addStructure(root);

  const setFont = (name: FontName, size: number) => {
    if (!registered.has(name)) doc.registerFont(name, fontOf(name).bytes);
    registered.add(name);
    return doc.font(name).fontSize(size);
  };
  const optionsOf = ({ isRightToLeft: isBackwards }: Run) =>
    // With an empty feature list, pdfkit lays out the run as a whole instead of word by word from the left.
    isBackwards ? { features: [] } : {};
  const linesOf = (text: string, width: number, { weight = 'regular', size = SIZE }: Style) => {
    const widthOf = (run: Run) => setFont(run.font, size).widthOfString(run.text, optionsOf(run));
    const lines = breakLines(toDrawnText(text), width, { weight, widthOf });
    return lines.map((runs) => runs.map((run) => ({ ...run, width: widthOf(run) })));
  };
  const lineHeight = ({ weight = 'regular', size = SIZE }: Style) =>
    setFont(weight, size).currentLineHeight(true);
  const heightOf = (text: string, width: number, style: Style = {}) =>
    linesOf(text, width, style).length * lineHeight(style);
  const writeBare = (text: string, { x, y, width }: Place, style: Style = {}) => {
    const { size = SIZE, colour = INK, align = 'left', weight = 'regular' } = style;
    let baseline = y + fontOf(weight).ascent * size;
    for (const runs of linesOf(text, width, style)) {
      const whole = runs.reduce((sum, run) => sum + run.width, 0);
      let at = align === 'right' ? x + width - whole : x;
      for (const run of runs) {
        const place = { lineBreak: false, baseline: 'alphabetic' as const, ...optionsOf(run) };
        setFont(run.font, size).fillColor(colour).text(run.text, at, baseline, place);
        at += run.width;
      }
      baseline += lineHeight(style);
    }
  };

  return {
    doc,
    root,
    heightOf,
    writeBare,
    part(parent, type, options = {}) {
      // The types lack `scope`.
      const made = doc.struct(type, options as object);
      parent.add(made);
      return made;
    },
    write(parent, type, text, place, style) {
      const meant = toDrawnText(text);
      const draw = () => writeBare(text, place, style);
      // Copied or read out, the text is the original one in reading order.
      const isAsDrawn = isDrawable(meant) && !isRightToLeft(meant);
      const options = isAsDrawn ? {} : { actual: meant.replaceAll('\n', ' ') };
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

/** Ends a document and returns its bytes. */
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
