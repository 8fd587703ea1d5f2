/** What a program of the shop's owner needs, and the one tool of which everything is sold. */
export type Keeping = { origin: string; apiKey: string; toolId: string };

/** The test's input, as JSON in the first argument. */
export const givenKeeping = (): Keeping => JSON.parse(process.argv[2] ?? '{}');

/** The first bytes of a file, which tell what it is. */
export async function startOf(file: Blob): Promise<string> {
  return (await file.text()).slice(0, 5);
}
