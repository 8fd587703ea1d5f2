import { createHttpClient } from '#tests/faults/support/http-client.ts';

const PAGES = ['/', '/tools', '/login', '/signup', '/about'];

/** A visitor, who keeps one page open from the beginning. */
export type Visitor = {
  /** Opens every page in a new browser, which loads all scripts and styles that it names; returns what
   * was not there. */
  visit(): Promise<string[]>;
  /** Loads what the page that is open names; returns what was not there. */
  loadOpened(): Promise<string[]>;
  close(): void;
};

/** Sends a visitor to an origin. */
export async function sendVisitor(origin: string): Promise<Visitor> {
  const http = createHttpClient();

  async function open(path: string): Promise<Set<string>> {
    const { status, body } = await http.call<string>(origin, 'GET', path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return new Set(body.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
  }

  async function load(files: Set<string>): Promise<string[]> {
    const missing: string[] = [];
    for (const file of files) {
      const { status } = await http.call(origin, 'GET', file);
      if (status !== 200) missing.push(`${file}: ${status}`);
    }
    return missing;
  }

  const opened = await open('/');
  return {
    async visit() {
      const missing: string[] = [];
      for (const path of PAGES)
        missing.push(...(await load(await open(path))).map((file) => `${path}: ${file}`));
      return missing;
    },
    loadOpened: () => load(opened),
    close: http.close,
  };
}
