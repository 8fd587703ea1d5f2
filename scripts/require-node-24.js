// Loaded before the server, whose TypeScript Node runs as it is. On Linux the pinned Node of `npm ci` is used; elsewhere
// it is the machine's own, which may be too old.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Toolyard needs Node 24 or newer on this system; this is ${process.version}. Run it through npm (npm start), ` +
      'after npm ci without --omit=optional.\n',
  );
  process.exit(1);
}
