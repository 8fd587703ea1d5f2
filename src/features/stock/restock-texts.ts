import { counted } from '#texts/locale.ts';

/** For the page of a tool that can't be ordered. */
export const restockTexts = {
  ask: 'Notify me when it’s back',
  asked: 'We’ll email you once when it’s back in stock.',
  drop: 'Don’t notify me',
};

export const restockErrorTexts = {
  notVerified: 'Verify your email address first. Your profile has the button for it.',
  inStock: 'This tool is in stock. You can order it now.',
  tooMany: (most: number) =>
    `You’re waiting for ${counted(most, { one: '# tool', other: '# tools' })} already, which is the limit.`,
};

/** The email to a buyer whose tool is back. */
export const restockEmailTexts = {
  subject: (tool: string) => `Back in stock: ${tool}`,
  text: 'You asked us to let you know when this tool is back in stock. It is now. This email doesn’t reserve it for you.',
  available: 'Available',
  minimum: 'Minimum order',
  link: 'See the tool',
  why: (url: string) =>
    `You’re getting this email because you asked for it on the tool’s page. To stop back-in-stock emails, open ${url}`,
};
