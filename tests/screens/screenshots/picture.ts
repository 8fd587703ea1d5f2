import type { Scene } from '../scene.ts';

/** The window widths that every scene is photographed in, with the window's height, in pixels. */
export const windows = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
] as const;

/** The themes that every scene is photographed in. */
export const themes = ['light', 'dark'] as const;

/** A picture of a scene in one width and theme. */
export type Picture = {
  screen: string;
  state: string;
  width: number;
  theme: (typeof themes)[number];
  file: string;
};

/** Returns the picture of a scene, with its file name. */
export function pictureOf({ screen, state }: Scene, width: number, theme: Picture['theme']): Picture {
  return { screen, state, width, theme, file: `${screen}--${state}--${width}-${theme}.png` };
}
