/** Reads part numbers as pasted: one per line, of a table's rows the first cell, or several separated by commas
 * or semicolons, which no part number contains; each once. */
export function readPartNumbers(text: string): string[] {
  const numbers = text
    .split(/\r\n?|\n/)
    .flatMap((line) => (line.split('\t')[0] ?? '').split(/[,;]/))
    .map((each) => each.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
  return [...new Map(numbers.map((number) => [number.toLowerCase(), number])).values()];
}
