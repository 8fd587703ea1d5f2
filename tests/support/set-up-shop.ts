import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startTestShop, type TestShop } from './test-shop.ts';

/** The shop of a file of tests: started before the first of them and stopped after the last. To be called at
 * the file's top, as are the others here; there is nothing in what they answer until the tests run. */
export function setUpShop(...options: Parameters<typeof startTestShop>): TestShop {
  return setUpServer(() => startTestShop(...options));
}

/** What `start` starts before the first test, stopped after the last. */
export function setUpServer<Server extends { stop(): unknown }>(start: () => Promise<Server>): Server {
  const server = setUp(start);
  // There is nothing to stop where it did not start.
  afterAll(() => server.stop?.());
  return server;
}

/** What `make` makes, once, before the first test. */
export function setUp<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeAll(async () => {
    Object.assign(made, await make());
  });
  return made;
}

/** What `make` makes, anew before each test. */
export function setUpForEach<Made extends object>(make: () => Promise<Made>): Made {
  const made = {} as Made;
  beforeEach(async () => {
    Object.assign(made, await make());
  });
  return made;
}
