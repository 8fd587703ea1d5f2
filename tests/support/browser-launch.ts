const isRoot = process.getuid?.() === 0;

// Chromium's own calls home would be refused on closed networks, many at a time.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** What a Chromium to test with is started with. */
export const browserArgs = [...quiet, '--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])];
