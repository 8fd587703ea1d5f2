const isRoot = process.getuid?.() === 0;

// Chromium's own network requests would be refused on closed networks, many at a time.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** Arguments for starting Chromium in tests. */
export const browserArgs = [...quiet, '--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])];
