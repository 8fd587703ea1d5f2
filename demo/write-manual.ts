import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

const GRAMS_PER_POUND = 453.59237;
const MM_PER_INCH = 25.4;
const LEFT = 54;
const WIDTH = 504;

/** The data for a manual. */
export type Machine = {
  name: string;
  partNumber: string;
  brand: string;
  description: string;
  specifications: { name: string; value: string; unit?: string }[];
  weightGrams: number;
  sizeMm: number[];
};

const safety = [
  'Read this manual before you start. Keep it with the machine.',
  'Wear eye and hearing protection. Tie back hair, and take off gloves, rings and loose clothing near moving parts.',
  'Check guards, cords and hoses before each use. Do not work with a part that is cracked, loose or missing.',
  'Disconnect the machine from its power before you set, clean or repair it.',
  'Hold small work in a clamp or vise, never in your hand. Let moving parts come to a stop by themselves.',
];

const setUp = [
  'Unpack the machine with a second person, and check it for damage in transit.',
  'Set it on a level, dry floor or bench that carries its weight, with room to walk around it. Bolt it down where it has holes for that.',
  'Wipe off the protective oil, tighten every screw you can reach, and turn moving parts by hand once.',
  'Connect it to its own grounded circuit or fuel as its plate says, and let it run without work for two minutes.',
];

const care = [
  'After each use: brush off chips and dust, and wipe bare metal with an oiled cloth.',
  'Each month: check belts, blades and hoses for wear, and tighten what has come loose.',
  'Each year: have bearings, cords and guards checked by somebody who is trained for it.',
];

/** Writes a machine's manual as a PDF of one or two pages, from the catalogue's data. */
export function writeManual(machine: Machine): Promise<Buffer> {
  const title = `${machine.name}: manual`;
  const doc = new PDFDocument({ size: 'LETTER', margin: LEFT, lang: 'en-US', info: { Title: title } });
  const written = buffer(doc);
  doc.font('Helvetica').fontSize(10).fillColor('#5a6068').text(`${machine.brand} · ${machine.partNumber}`);
  doc.font('Helvetica-Bold').fontSize(22).fillColor('#1f2328').text(machine.name).moveDown(0.5);
  doc.font('Helvetica').fontSize(11).text(machine.description);
  part(doc, 'Safety', safety);
  part(doc, 'Setting up', setUp);
  part(doc, 'Care', care);
  head(doc, 'Specifications');
  for (const [name, value] of figuresOf(machine)) row(doc, name, value);
  doc.end();
  return written;
}

function figuresOf({ specifications, weightGrams, sizeMm }: Machine): [string, string][] {
  const inches = sizeMm.map((side) => (side / MM_PER_INCH).toFixed(1));
  return [
    ...specifications.map(({ name, value, unit = '' }): [string, string] => [
      name,
      `${value} ${unit}`.trim(),
    ]),
    ['Shipping weight', `${Math.round(weightGrams / GRAMS_PER_POUND)} lb`],
    ['Shipping size', `${inches.join(' × ')} in`],
  ];
}

function head(doc: PDFKit.PDFDocument, heading: string): void {
  doc.moveDown(1.2).font('Helvetica-Bold').fontSize(14).text(heading, LEFT).moveDown(0.4);
  doc.font('Helvetica').fontSize(11);
}

function part(doc: PDFKit.PDFDocument, heading: string, lines: readonly string[]): void {
  head(doc, heading);
  for (const [index, line] of lines.entries()) doc.text(`${index + 1}.  ${line}`, LEFT).moveDown(0.3);
}

function row(doc: PDFKit.PDFDocument, name: string, value: string): void {
  const [column, pageEnd] = [200, doc.page.height - 2 * LEFT];
  if (doc.y > pageEnd) doc.addPage();
  const { y } = doc;
  doc.text(name, LEFT, y, { width: column });
  doc.font('Helvetica-Bold').text(value, LEFT + column, y, { width: WIDTH - column });
  doc.font('Helvetica');
}
