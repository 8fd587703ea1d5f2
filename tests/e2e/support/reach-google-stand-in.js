// Loaded into the tested shop before its own code: what it asks of Google goes to the stand-in on loopback.
// The shop itself has no setting for that.
const asked = new Set(['https://oauth2.googleapis.com', 'https://www.googleapis.com']);
const fetchAnywhere = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
  return asked.has(origin)
    ? fetchAnywhere(new URL(pathname, process.env.E2E_GOOGLE), init)
    : fetchAnywhere(input, init);
};
