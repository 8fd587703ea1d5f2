/** A rule, how it is broken, and the test that must notice. */
export type DeliberateFault = {
  name: string;
  file: string;
  /** The code in the file; it must occur once. */
  rule: string;
  broken: string;
  project: 'unit' | 'api' | 'faults';
  test: string;
};
