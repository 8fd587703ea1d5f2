import type { Scene } from '../scene.ts';

/** The widths in pixels that every scene is photographed in, and how high its window is. */
export const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const;

/** The themes that every scene is photographed in. */
export const themes = ['light', 'dark'] as const;

/** One picture: a scene in a width and a theme. */
export type Picture = {
  screen: string;
  state: string;
  width: number;
  theme: (typeof themes)[number];
  file: string;
};

/** The picture of a scene, with the name of its file. */
export function pictureOf({ screen, state }: Scene, width: number, theme: Picture['theme']): Picture {
  return { screen, state, width, theme, file: `${screen}--${state}--${width}-${theme}.png` };
}
