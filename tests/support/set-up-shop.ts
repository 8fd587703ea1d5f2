import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestShop, type TestShop } from './test-shop.ts';

/** The shop of a test file: started before the first test and stopped after the last. Call it at the file's
 * top level, like the other functions here; the returned object is empty until the tests run. */
export function setUpShop(...options: Parameters<typeof startTestShop>): TestShop {
  return setUpServer(() => startTestShop(...options));
}

/** The server returned by `start`, started before the first test and stopped after the last. */
export function setUpServer<Server extends { stop(): unknown }>(start: () => Promise<Server>): Server {
  const server = setUp(start);
  // There is nothing to stop if the start failed.
  afterAll(() => server.stop?.());
  return server;
}

/** The result of `make`, called once before the first test. */
export function setUp<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeAll(async () => {
    Object.assign(made, await make());
  });
  return made;
}

/** The result of `make`, called again before each test. */
export function setUpForEach<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeEach(async () => {
    Object.assign(made, await make());
  });
  return made;
}
