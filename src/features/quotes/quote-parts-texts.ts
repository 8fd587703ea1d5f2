import { counted } from '#texts/locale.ts';

/** Names of a quote's states. */
export const quoteStateTexts = {
  asked: 'Waiting for prices',
  offered: 'Offered',
  accepted: 'Accepted',
  paid: 'Paid',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};

/** For an order that is in a quote. */
export const quoteLinkTexts = {
  asked: (number: string) => `Quote ${number} requested`,
  offered: (number: string) => `Quote ${number} offered`,
  accepted: (number: string) => `Quote ${number} accepted`,
};

/** The time left of an offer. */
export const timeLeftTexts = {
  days: (days: number, hours: number) => `${counted(days, { one: '# day', other: '# days' })} ${hours} h`,
  hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
};
