const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The moments between which two days of the reader's time zone lie, both days among them; a day that is none is left out. */
export function dayRange(firstDay: string, lastDay: string): { from?: string; before?: string } {
  const from = startOf(firstDay, 0);
  const before = startOf(lastDay, 1);
  return { ...(from && { from }), ...(before && { before }) };
}

function startOf(day: string, daysLater: number): string | undefined {
  const [, year, month, date] = DAY.exec(day) ?? [];
  if (!year) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}
