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

/** Days left of an offer, besides hours and minutes. */
export const daysLeft = (count: number) => counted(count, { one: '# day', other: '# days' });
