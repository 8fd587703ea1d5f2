import type { Scene } from '../scene.ts';
import { failure, heading, shapes } from './seen.ts';

/** A screen of the dashboard, whatever state it is in. */
export type Screen = Omit<Scene, 'state' | 'shows' | 'shop'>;

/** A list of the admin's in the states that all of them have. `call` is the one that fetches it. */
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
