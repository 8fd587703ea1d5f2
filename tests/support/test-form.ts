/** How much is asked, by `TESTS`: `short` (`npm test`), the `rest` that it leaves out (what is tagged
 * `sweep`, and most of the phone's tests), or everything in `full` numbers (`npm run test:all`). Without it
 * everything is asked, in small numbers. */
export const testForm = process.env.TESTS;

/** Of so many rounds of a race, or runs of a property, `npm test` has a third. */
export const roundsOf = (usual: number): number =>
  testForm === 'short' ? Math.max(2, Math.ceil(usual / 3)) : usual;
