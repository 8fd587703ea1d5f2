/** Waits for `answer` so long (milliseconds), then goes by what `late` gives or throws; what
 * comes after that is not heard. */
export async function withTimeout<Answer>(
  answer: Promise<Answer>,
  withinMs: number,
  late: () => Answer,
): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, withinMs);
  try {
    return await Promise.race([answer, promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
