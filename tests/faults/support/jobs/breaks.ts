import { setTimeout as pause } from 'node:timers/promises';
import { limitFileSize } from '../file-size-limit.ts';
import { descendantsOf } from '../process-tree.ts';
import type { Part } from './piece.ts';
import type { World } from './world.ts';

const SLOW_MS = 9_000;

/** How a part beside the shop breaks. `strike` returns how it is mended, and whether a job has met it. */
export type Break = { part: Part; strike(world: World): { mend(): void; isFelt?(): boolean } };

/** What can break beside every shop. */
export const breaks: Record<string, Break> = {
  'mail server that hangs after DATA': {
    part: 'mail server',
    strike({ mail }) {
      const takenBefore = mail.mails.length;
      // It has accepted the email, and never says so.
      mail.behave({ mail: () => 'hang after' });
      return {
        mend() {
          mail.behave({});
          mail.cut();
        },
        isFelt: () => mail.mails.length > takenBefore,
      };
    },
  },
  'receivers slow or endless': {
    part: 'receiver',
    strike({ receiver }) {
      receiver.answer(async ({ path }) => {
        if (path === '/slow') await pause(SLOW_MS);
        if (path === '/endless') await new Promise<never>(() => undefined);
        return {};
      });
      return { mend: () => receiver.answer(() => ({})) };
    },
  },
  'image host down': {
    part: 'image host',
    strike({ web }) {
      web.turn('off');
      return { mend: () => web.turn('on') };
    },
  },
  'disk full': {
    part: 'disk',
    strike(world) {
      limitFiles(world, 0);
      return { mend: () => limitFiles(world) };
    },
  },
};

/** What can break beside a shop that takes cards with Stripe: it answers late, or never. */
export const cardBreaks: Record<string, Break> = {
  'card provider slow': breakCards('slow'),
  'card provider frozen': breakCards('frozen'),
};

function breakCards(how: 'slow' | 'frozen'): Break {
  return {
    part: 'card provider',
    strike({ cards, nodes }) {
      const printedBefore = nodes.map((node) => node.printed().length);
      cards.behave(how);
      const gaveUp = () =>
        nodes.some((node, nth) => node.printed().slice(printedBefore[nth]).includes('Stripe: no answer'));
      return { mend: () => cards.behave(), isFelt: gaveUp };
    },
  };
}

/** Limits what the nodes and their helpers can write to files. */
function limitFiles({ nodes }: World, bytes?: number): void {
  for (const node of nodes) {
    const pid = node.pid();
    for (const each of [pid, ...descendantsOf(pid).map((child) => child.pid)]) limitFileSize(each, bytes);
  }
}
