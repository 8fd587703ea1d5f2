import type { LegalText } from './contract.ts';
import { type Facts, part } from './draft-facts.ts';
import { general, orderParts, provider } from './draft-general.ts';
import { union } from './draft-union.ts';

/** Electronic Commerce (EC Directive) Regulations 2002, regulation 6; Companies (Trading Disclosures)
 * Regulations. */
const notice = (facts: Facts): LegalText => ({
  opening: `Who runs ${facts.shop}.`,
  parts: [
    provider(facts),
    part(
      'Company',
      facts.registration ||
        '[Registered in England and Wales (or Scotland, Northern Ireland), company number, and registered office, or delete this part]',
    ),
    part('VAT number', facts.vatNumber || '[VAT number, or delete this part]'),
  ],
});

/** Consumer Contracts Regulations 2013, regulation 13; Consumer Rights Act 2015. */
const terms = (facts: Facts): LegalText => ({
  opening: `The terms on which ${facts.shop} sells.`,
  parts: [
    ...orderParts(facts),
    part('Delivery', 'See [Shipping and payment](/legal/shipping).'),
    ...(facts.toConsumers
      ? [
          part(
            'Your right to cancel',
            'Consumers can cancel within 14 days after they get the goods. How it works is on [Returns](/legal/returns), which we attach to your confirmation as well.',
          ),
          part(
            'If something is wrong',
            'Goods must be of satisfactory quality, fit for purpose, and as described (Consumer Rights Act 2015). Within 30 days you can reject faulty goods for a refund. After that you can have them repaired or replaced and, if that fails, keep them at a lower price or reject them. Nothing here limits these rights.',
          ),
        ]
      : []),
    part(
      'Law',
      'The law of England and Wales applies. [Or Scotland, or Northern Ireland.] Consumers can sue where they live.',
    ),
  ],
});

/** Consumer Contracts Regulations 2013, regulations 29 to 38, and schedule 3. */
const returns = (facts: Facts): LegalText => ({
  opening: 'You can cancel your order within 14 days, without giving a reason.',
  parts: [
    part(
      'Your right to cancel',
      'As a consumer you can cancel within 14 days after the day on which you, or someone you name, get the goods; if they come in several packages, the last one.',
    ),
    part(
      'How to cancel',
      `Tell us clearly by email or letter: ${facts.name}, ${facts.address}, ${facts.email}. You can use the model form below, but don’t have to.`,
    ),
    part(
      'What happens then',
      'We refund the goods and standard delivery within 14 days after we get the goods back, or after you’ve shown that you sent them, the way you paid. We may take off what the goods lost in value by handling beyond what is needed to check them.',
      'Send the goods to [address for returns] within 14 days after you told us. [You bear the direct costs of returning them. Or: We do.]',
    ),
    part(
      'Exceptions',
      'There is no right to cancel for goods made to your specifications, and for sealed goods that for reasons of health or hygiene can’t be returned once unsealed.',
    ),
    part(
      'Model cancellation form',
      `To ${facts.name}, ${facts.address}, ${facts.email}:\nI/We hereby give notice that I/we cancel my/our contract of sale of the following goods:\nOrdered on/received on:\nName of consumer(s):\nAddress of consumer(s):\nSignature (only if this form is notified on paper):\nDate:`,
    ),
  ],
});

/** Drafts for the United Kingdom. */
export const unitedKingdom = {
  notice,
  terms,
  privacy: (facts: Facts): LegalText => {
    const { opening, parts } = union.privacy(facts);
    return {
      opening,
      parts: parts.map(({ heading, text }) => ({
        heading,
        text: text
          .replaceAll('GDPR, article', 'UK GDPR, article')
          .replace('such as Stripe Payments Europe', 'such as Stripe Payments UK')
          .replace('outside the EU', 'outside the UK')
          .replace(
            'a data protection authority, such as [name of the authority where you are]',
            'the Information Commissioner’s Office, ico.org.uk',
          ),
      })),
    };
  },
  returns: (facts: Facts) => (facts.toConsumers ? returns(facts) : general.returns(facts)),
  shipping: general.shipping,
};
