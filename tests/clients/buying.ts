import { readFile } from 'node:fs/promises';

/** What a generated client is to do its buying with. */
export type Buying = {
  origin: string;
  admin: { email: string; password: string };
  buyer: { name: string; email: string; password: string };
  picture: Blob;
};

/** What the test has given: all but the picture as JSON in the first argument, and
 * the picture's file in the second. */
export async function givenBuying(): Promise<Buying> {
  const [given = '{}', file = ''] = process.argv.slice(2);
  const picture = new Blob([await readFile(file)], { type: 'image/png' });
  return { ...JSON.parse(given), picture };
}

/** Tells the test of the order as it was answered last. */
export function report(order: object): void {
  process.stdout.write(JSON.stringify(order));
}
