/** The backgrounds on which the accent appears in each theme, as in `tokens.css`, and the text that appears
 * on the accent. */
const themes = {
  light: {
    onAccent: '#ffffff',
    grounds: ['#f6f5f1', '#ffffff', '#ecebe5'],
    card: '#ffffff',
    further: '#000000',
  },
  dark: {
    onAccent: '#14161a',
    grounds: ['#14161a', '#1d2025', '#0f1114'],
    card: '#1d2025',
    further: '#ffffff',
  },
} as const;

export type AccentTheme = keyof typeof themes;

/** The accent of both themes, as `#rrggbb`. */
export type Accent = Record<AccentTheme, string>;

/** The default accent, as in `tokens.css`. */
export const defaultAccent: Accent = { light: '#c03c08', dark: '#ff7a3d' };

/** Minimum contrast between text and its background (WCAG 2.2, 1.4.3). */
export const LEAST_CONTRAST = 4.5;

const WASH = 0.1;
const STRONG = 0.8;

/** Returns the lowest contrast (1 to 21) of text in a theme with this accent: on the accent, and in it on
 * each background. */
export function contrastOf(theme: AccentTheme, accent: string): number {
  const { onAccent, grounds, card } = themes[theme];
  const beside = [onAccent, ...grounds, mix(accent, card, WASH)];
  return Math.min(...beside.map((colour) => contrast(accent, colour)));
}

/** Returns the accent's shades in a theme: itself, a stronger one (for hover), and a wash for use under
 * text. */
export function shadesOf(
  theme: AccentTheme,
  accent: string,
): { accent: string; strong: string; wash: string } {
  const { card, further } = themes[theme];
  return { accent, strong: mix(accent, further, STRONG), wash: mix(accent, card, WASH) };
}

/** Returns the CSS custom properties, with their values, that override the shop's own accent in every
 * theme. */
export function accentProperties({ light, dark }: Accent): [property: string, value: string][] {
  const [ofLight, ofDark] = [shadesOf('light', light), shadesOf('dark', dark)];
  const both = (shade: keyof typeof ofLight) => `light-dark(${ofLight[shade]}, ${ofDark[shade]})`;
  return [
    ['--color-accent', both('accent')],
    ['--color-accent-strong', both('strong')],
    ['--color-accent-wash', both('wash')],
  ];
}

/** Returns a CSS rule that applies the accent to the whole page. */
export const accentRule = (accent: Accent) =>
  `:root{${accentProperties(accent)
    .map(([property, value]) => `${property}:${value}`)
    .join(';')}}`;

/** Returns the contrast of two colours (WCAG 2.2, 'contrast ratio'). */
function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const channelsOf = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Returns a colour's luminance (WCAG 2.2, 'relative luminance'). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Mixes `share` (0 to 1) of one colour with the rest of another. */
function mix(one: string, other: string, share: number): string {
  const rest = channelsOf(other);
  const mixed = channelsOf(one).map((channel, at) =>
    Math.round(channel * share + (rest[at] ?? 0) * (1 - share)),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
