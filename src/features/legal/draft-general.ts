import type { LegalText } from './contract.ts';
import { type Facts, part } from './draft-facts.ts';

const seller = ({ name, address, email, phone }: Facts) =>
  `${name}\n${address}\nEmail: ${email}\nPhone: ${phone}`;

/** What every draft of a legal notice begins with. */
export const provider = (facts: Facts) => part('Who we are', seller(facts));

/** How an order comes about in this shop, for every country's terms. */
export function orderParts(facts: Facts): LegalText['parts'] {
  return [
    part(
      'Who sells',
      `You buy from ${facts.name}, ${facts.address}. These terms apply to every order in this shop.`,
      facts.customers === 'businesses' && 'We sell to businesses only.',
      facts.customers === 'consumers' && 'We sell to consumers only.',
    ),
    part(
      'Ordering',
      'Showing a tool is not yet an offer. Adding one to your cart doesn’t reserve it. You can check and change your order until you pay.',
      'With your payment you offer to buy. The contract comes about once the payment has gone through and we confirm it by email. We attach these terms to that email, so that you can keep them.',
      'If we can’t ship what you paid for, we tell you right away and refund it in full.',
    ),
    part(
      'Prices and payment',
      'The total that you see before you pay is what you’re charged, with tax and shipping as shown there.',
      facts.hasInvoices
        ? 'You pay by card, or by bank transfer if we’ve agreed on an invoice. A card is charged when you pay.'
        : 'You pay by card. It’s charged when you pay.',
    ),
  ];
}

/** What the shop keeps about people, which is the same everywhere. */
export const keptData = part(
  'What we keep',
  'Your name, email, and profile; your addresses and saved lists; your orders, quotes, and invoices, with phone numbers and addresses; your reviews; and messages you send us. Card details go straight to our payment provider. We never see or store them.',
  'Your browser keeps you logged in and remembers your theme, and what you’ve typed into a form until you close the tab. There’s no advertising, and no tracking across sites.',
);

/** Where goods go, and how they’re paid for. */
export const shippingText = (facts: Facts): LegalText => ({
  opening: 'Where we ship, how long it takes, what it costs, and how you can pay.',
  parts: [
    part('Where we ship', `[List the countries or regions you ship to, such as ${facts.countryName}.]`),
    part(
      'Delivery time',
      'We ship within [number] working days after payment. Delivery then takes [number] working days.',
    ),
    part('Shipping costs', 'Your cart shows what shipping costs to your address, before you pay.'),
    part('Payment', facts.hasInvoices ? 'By card, or by bank transfer with an invoice.' : 'By card.'),
  ],
});

/** Drafts for a country whose laws the shop does not know. */
export const general = {
  notice: (facts: Facts): LegalText => ({
    opening: `Who runs ${facts.shop}.`,
    parts: [
      provider(facts),
      part(
        'Registration',
        facts.registration || '[Register and number, or delete this part]',
        facts.vatNumber !== '' && `VAT ID: ${facts.vatNumber}`,
        facts.vatNumber === '' && facts.taxNumber !== '' && `Tax number: ${facts.taxNumber}`,
      ),
    ],
  }),
  terms: (facts: Facts): LegalText => ({
    opening: `The terms on which ${facts.shop} sells.`,
    parts: [
      ...orderParts(facts),
      part('Returns', 'See [Returns](/legal/returns).'),
      part('Law', `The law of ${facts.countryName} applies. [Check this with a lawyer.]`),
    ],
  }),
  privacy: (facts: Facts): LegalText => ({
    opening: 'What we keep about you, why, and what you can ask of us.',
    parts: [
      provider(facts),
      keptData,
      part('Why', 'To take, ship, and account for your orders, to answer you, and to keep the shop secure.'),
      part(
        'Who gets it',
        'Our payment provider, [name]; our email provider, [name]; the company that hosts the shop, [name]; and the carriers that deliver your orders.',
      ),
      part(
        'Your choices',
        'In [Login and security](/dashboard/security) you can get a copy of your data and delete your account. For anything else, write to us.',
      ),
    ],
  }),
  returns: (facts: Facts): LegalText => ({
    opening: facts.returns || 'How you can send something back.',
    parts: [
      part('How long', 'You can return unused tools within [number] days.'),
      part('How', `Write to ${facts.email} with your order number first. [Who pays for the way back?]`),
      part('Refunds', 'We refund you the way you paid, within [number] days after we get the tools back.'),
    ],
  }),
  shipping: shippingText,
};
