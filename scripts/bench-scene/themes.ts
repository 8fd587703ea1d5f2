/** The scene's colours by the classes of `wall.svg` and `lamp.svg`: by day the lamp is off, at night it
 * lights the bench. The wall has the banner's ground, `--color-plate` and at night `--color-paper`. */
const day = {
  wall: '#eeece6',
  'wall-lit': '#eeece6',
  'wall-bright': '#eeece6',
  board: '#e4e1d8',
  'board-lit': '#e4e1d8',
  'board-bright': '#e4e1d8',
  hole: '#c9c4b8',
  wood: '#dfbb85',
  'wood-light': '#ecd0a4',
  'wood-dark': '#b88b4f',
  'wood-lit': '#ecd0a4',
  front: '#d9d6cc',
  under: '#b9b5aa',
  bulb: '#f6f5f1',
  cap: '#3a4147',
  shade: '#c8410b',
  'shade-light': '#e4703a',
};

const night: typeof day = {
  wall: '#14161a',
  'wall-lit': '#1c1f24',
  'wall-bright': '#25282e',
  board: '#1d2025',
  'board-lit': '#282c32',
  'board-bright': '#343940',
  hole: '#0f1114',
  wood: '#6f4f2a',
  'wood-light': '#8a6537',
  'wood-dark': '#513817',
  'wood-lit': '#d9ab6e',
  front: '#1d2025',
  under: '#0f1114',
  bulb: '#ffe7b8',
  cap: '#3a4147',
  shade: '#c8410b',
  'shade-light': '#e4703a',
};

/** A theme of the scene: its tones, its lines, and the strength of its shadows. */
export type SceneTheme = {
  tones: typeof day;
  line: string;
  seam: string;
  mark: string;
  shadow: number;
  hasKeyline: boolean;
};

export const sceneThemes: Record<'light' | 'dark', SceneTheme> = {
  light: {
    tones: day,
    line: '#1f2328',
    seam: '#dcd9d0',
    mark: '#1f2328',
    shadow: 0.28,
    hasKeyline: false,
  },
  dark: {
    tones: night,
    line: '#0a0b0d',
    seam: '#0f1114',
    mark: '#f1efea',
    shadow: 0.6,
    hasKeyline: true,
  },
};
