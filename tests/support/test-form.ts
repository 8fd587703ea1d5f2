/** The amount of testing, by `TESTS`: `short` (`npm test`), the `rest` that it leaves out (tests tagged
 * `sweep`, and most of the phone's), or everything in `full` numbers (`npm run test:all`). Unset runs
 * everything in small numbers. */
export const testForm = process.env.TESTS;

/** Number of rounds of a race, or runs of a property: `npm test` runs a third. */
export const roundsOf = (usual: number): number =>
  testForm === 'short' ? Math.max(2, Math.ceil(usual / 3)) : usual;
