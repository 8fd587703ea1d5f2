/** Runs `run` `count` times concurrently. */
export function times<Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)));
}

/** Counts replies by status. */
export function tally(replies: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The items in random order. */
export function shuffled<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** Runs two calls concurrently; which one starts first depends on the round. */
export function shuffledPair<First, Second>(
  round: number,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): [Promise<First>, Promise<Second>] {
  if (round % 2 === 0) return [first(), second()];
  const later = second();
  return [first(), later];
}
