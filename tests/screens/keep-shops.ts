import { once } from 'node:events';
import { startShops } from './shops/start-shops.ts';

/** Starts the shops of the scenes, prints what `SCREENS_SHOPS` takes, and
 * stops them when it is told to end. */
const { shops, stop } = await startShops();
process.stdout.write(`${JSON.stringify(shops)}\n`);
const beingKept = setInterval(() => undefined, 60_000);
await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
clearInterval(beingKept);
await stop();
