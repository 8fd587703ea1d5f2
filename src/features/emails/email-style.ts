import { type Accent, defaultAccent } from '#contracts/accent.ts';

// Mail programs support little CSS, and some drop the style element, so every element has its declarations
// inline. The style element repeats them for the trial mailbox, whose content policy forbids inline styles,
// and adds media queries.

const FONT = 'font-family:Arial,Helvetica,sans-serif';

/** The declarations of each class in the light theme. Colours are those of `tokens.css`. */
export const emailStyles = {
  page: 'margin:0;padding:0;background-color:#f6f5f1',
  frame: 'width:100%;border-collapse:collapse;background-color:#f6f5f1',
  around: 'padding:24px 12px',
  column: 'width:100%;max-width:600px;margin:0 auto;border-collapse:separate;border-spacing:0',
  brand: 'padding:0 8px 16px',
  mark: 'border-collapse:separate;border-spacing:0',
  logo: 'padding:0;line-height:0',
  picture: 'display:block;border:0',
  tile: `width:32px;height:32px;border-radius:6px;background-color:#c03c08;color:#ffffff;${FONT};font-size:20px;line-height:32px;font-weight:bold;text-align:center`,
  name: `padding-left:10px;color:#1a1d21;${FONT};font-size:20px;line-height:32px;font-weight:bold`,
  card: 'padding:32px 32px 16px;border:1px solid #dcd9d0;border-radius:6px;background-color:#ffffff',
  heading: `margin:0 0 16px;color:#1a1d21;${FONT};font-size:24px;line-height:30px;font-weight:bold`,
  text: `margin:0 0 16px;color:#1a1d21;${FONT};font-size:16px;line-height:24px`,
  facts: 'width:100%;margin:8px 0 24px;border-collapse:collapse',
  label: `width:112px;padding:10px 16px 10px 0;border-top:1px solid #dcd9d0;color:#575b61;${FONT};font-size:14px;line-height:22px;font-weight:normal;text-align:left;vertical-align:top`,
  value: `padding:10px 0;border-top:1px solid #dcd9d0;color:#1a1d21;${FONT};font-size:16px;line-height:22px;text-align:left;vertical-align:top;word-break:break-word`,
  action: 'margin:8px 0 20px;border-collapse:separate;border-spacing:0',
  button: 'padding:12px 24px;border-radius:6px;background-color:#c03c08;text-align:center',
  press: `color:#ffffff;${FONT};font-size:16px;line-height:24px;font-weight:bold;text-decoration:none`,
  note: `margin:0 0 12px;color:#575b61;${FONT};font-size:14px;line-height:20px;word-break:break-word`,
  link: 'color:#c03c08;text-decoration:underline',
  foot: `padding:20px 8px 0;color:#575b61;${FONT};font-size:13px;line-height:20px`,
} as const;

export type EmailClass = keyof typeof emailStyles;

const dark: Partial<Record<EmailClass, string>> = {
  page: 'background-color:#14161a',
  frame: 'background-color:#14161a',
  tile: 'background-color:#ff7a3d;color:#14161a',
  name: 'color:#f1efea',
  card: 'border-color:#31353c;background-color:#1d2025',
  heading: 'color:#f1efea',
  text: 'color:#f1efea',
  label: 'border-color:#31353c;color:#aab0b8',
  value: 'border-color:#31353c;color:#f1efea',
  button: 'background-color:#ff7a3d',
  press: 'color:#14161a',
  note: 'color:#aab0b8',
  link: 'color:#ff7a3d',
  foot: 'color:#aab0b8',
};

const narrow: Partial<Record<EmailClass, string>> = {
  around: 'padding:16px 8px',
  card: 'padding:24px 16px 8px',
  heading: 'font-size:22px;line-height:28px',
  label: 'width:80px;padding-right:12px',
  value: 'font-size:15px',
};

const rules = (declarations: Partial<Record<string, string>>, important: string) =>
  Object.entries(declarations)
    .map(([name, value]) => `.${name}{${value?.replaceAll(/(?=;)|$/g, important)}}`)
    .join('');

const defaultSheet = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  rules(emailStyles, ''),
  `@media (max-width:480px){${rules(narrow, ' !important')}}`,
  `@media (prefers-color-scheme:dark){${rules(dark, ' !important')}}`,
].join('');

/** Replaces the default accent in declarations with the shop's. */
export const inAccent = (css: string, { light, dark: onDark }: Accent) =>
  css.replaceAll(defaultAccent.light, light).replaceAll(defaultAccent.dark, onDark);

/** Returns the style sheet of emails in the shop's accent. */
export const emailStyleSheet = (accent: Accent) => inAccent(defaultSheet, accent);
