import { execFileSync, spawnSync } from 'node:child_process';
import { basename, dirname, extname, join } from 'node:path';

/** Whether LibreOffice is installed. */
export const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0;

/** How LibreOffice reads a CSV file: in UTF-8, with formulas evaluated and numbers as in the US. */
const csvFilter = (delimiter: string) =>
  `CSV:${delimiter.charCodeAt(0)},34,76,1,,1033,false,true,false,false,false,-1,true`;

/** What it puts on the clipboard as text: tabs between cells, numbers as they are shown. */
const TABS = 'txt:Text - txt - csv (StarCalc):9,34,76,1,,1033,false,true,false';

/** Has LibreOffice write a file in another format, beside it. @returns the new file's path */
function convert(file: string, format: string, ...options: string[]): string {
  const folder = dirname(file);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  execFileSync('soffice', [
    ...[profile, '--headless', ...options],
    ...['--convert-to', format, '--outdir', folder, file],
  ]);
  return join(folder, `${basename(file, extname(file))}.${format.split(':')[0]}`);
}

/** Makes a spreadsheet of a CSV file. @returns its path */
export const makeSpreadsheet = (csvFile: string, delimiter = ','): string =>
  convert(csvFile, 'ods', `--infilter=${csvFilter(delimiter)}`);

/** Copies a whole spreadsheet. @returns the path of what is then on the clipboard */
export const copySpreadsheet = (file: string): string => convert(file, TABS);
