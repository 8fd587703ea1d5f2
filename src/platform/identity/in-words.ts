import { reasonOf } from '#platform/reason-of.ts';

/** Waits for an answer. @throws Error with `problem`, and why, for the shop's keeper */
export async function inWords<Answer>(problem: string, asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    throw new Error(`${problem}: ${reasonOf(error)}`, { cause: error });
  }
}
