import { counted } from '#texts/locale.ts';

/** What a quote's states are called. */
export const quoteStateTexts = {
  asked: 'Waiting for prices',
  offered: 'Offered',
  accepted: 'Accepted',
  paid: 'Paid',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};

/** On an order that is in a quote. */
export const quoteLinkTexts = {
  asked: (number: string) => `Quote ${number} asked for`,
  offered: (number: string) => `Quote ${number} offered`,
  accepted: (number: string) => `Quote ${number} accepted`,
};

/** How much time is left of an offer, beside hours and minutes. */
export const daysLeft = (count: number) => counted(count, { one: '# day', other: '# days' });
