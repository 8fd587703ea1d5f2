import type { Scene } from '../scene.ts';
import { failure, heading, shapes } from './seen.ts';

/** A dashboard screen, in any state. */
export type Screen = Omit<Scene, 'state' | 'shows' | 'shop'>;

/** An admin list in the states that all such lists share. `call` is the one that fetches it. */
export function listScenes(screen: Screen, call: RegExp, title: RegExp | string): Scene[] {
  return [
    { ...screen, state: 'content', shop: 'demo', shows: heading(title) },
    { ...screen, state: 'long', shop: 'long', shows: heading(title) },
    { ...screen, state: 'many', shop: 'large', shows: heading(title) },
    { ...screen, state: 'empty', shop: 'empty', shows: heading(title) },
    { ...screen, state: 'loading', shop: 'demo', held: call, shows: shapes },
    { ...screen, state: 'failure', shop: 'demo', refused: call, shows: failure },
  ];
}
