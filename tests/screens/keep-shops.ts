import { once } from 'node:events';
import { startShops } from './shops/start-shops.ts';

/** Starts the scenes' shops, prints the value for `SCREENS_SHOPS`, and stops them on a signal. */
const { shops, stop } = await startShops();
process.stdout.write(`${JSON.stringify(shops)}\n`);
const beingKept = setInterval(() => undefined, 60_000);
await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
clearInterval(beingKept);
await stop();
