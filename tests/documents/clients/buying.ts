import { readFile } from 'node:fs/promises';

/** What a generated client needs for a purchase. */
export type Buying = {
  origin: string;
  admin: { email: string; password: string };
  buyer: { name: string; email: string; password: string };
  picture: Blob;
};

/** The test's input: the picture's file is the second argument, everything else is JSON in the first. */
export async function givenBuying(): Promise<Buying> {
  const [given = '{}', file = ''] = process.argv.slice(2);
  const picture = new Blob([await readFile(file)], { type: 'image/png' });
  return { ...JSON.parse(given), picture };
}

/** Reports the order as last returned to the test. */
export function report(order: object): void {
  process.stdout.write(JSON.stringify(order));
}
