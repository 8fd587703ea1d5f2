import type { Units } from '#contracts/units.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { toolFactTexts } from '#features/catalogue/texts/details.ts';

/** A row: what is compared, its value for each tool in order (null if unknown), and whether they differ. */
export type ComparedRow = { name: string; values: (string | null)[]; isDifferent: boolean };

/** Makes a row of the values of all tools; null if none has one. */
export function rowOf(name: string, values: (string | null)[]): ComparedRow | null {
  if (values.every((value) => value === null)) return null;
  return { name, values, isDifferent: new Set(values).size > 1 };
}

/** Makes the rows of the tools' specifications, weights, and sizes: in the order of the first tool, and after
 * them those that only others have, in theirs. As on a tool's own page, a specification goes before a fact of
 * the same name. */
export function specificationRows(tools: readonly ToolDetails[], units: Units): ComparedRow[] {
  const valuesOf = tools.map((tool) => {
    const facts = toolFactTexts.flatMap(({ name, write }) => {
      const value = write(tool, units);
      return value === null ? [] : [[name, value] as const];
    });
    const specifications = tool.specifications.map(
      ({ name, value, unit }) => [name, unit ? `${value} ${unit}` : value] as const,
    );
    return { specifications: new Map(specifications), facts: new Map(facts) };
  });
  const namesOf = (kind: 'specifications' | 'facts') => valuesOf.flatMap((each) => [...each[kind].keys()]);
  const names = new Set([...namesOf('specifications'), ...namesOf('facts')]);
  return [...names].flatMap((name) => {
    const values = valuesOf.map(({ specifications, facts }) => specifications.get(name) ?? facts.get(name));
    return (
      rowOf(
        name,
        values.map((value) => value ?? null),
      ) ?? []
    );
  });
}
