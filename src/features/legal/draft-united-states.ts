import type { LegalText } from './contract.ts';
import { type Facts, part } from './draft-facts.ts';
import { general, keptData, orderParts, provider } from './draft-general.ts';

/** California Business and Professions Code § 17538(d). */
const notice = (facts: Facts): LegalText => ({
  opening: `Who runs ${facts.shop}.`,
  parts: [
    provider(facts),
    part(
      'By email',
      `On request we send you our legal name and street address by email. Write to ${facts.email}.`,
    ),
  ],
});

const terms = (facts: Facts): LegalText => ({
  opening: `The terms on which ${facts.shop} sells.`,
  parts: [
    ...orderParts(facts),
    part(
      'Shipping',
      'See [Shipping and payment](/legal/shipping). If we can’t ship in the time we promised, we ask you whether you’d rather wait or have your money back.',
    ),
    part('Returns', 'See [Returns](/legal/returns).'),
    part(
      'Warranty',
      '[Say which warranties you give, or that the makers’ warranties apply and where to read them.]',
    ),
    part(
      'Law',
      'The law of [state] applies. Nothing here limits rights that the law of your state gives you.',
    ),
  ],
});

/** California Business and Professions Code § 22575(b). */
const privacy = (facts: Facts): LegalText => ({
  opening: 'What we collect about you, who gets it, and what you can ask of us.',
  parts: [
    keptData,
    part(
      'Who gets it',
      'Our payment provider, [name]; our email provider, [name]; the company that hosts the shop, [name]; and the carriers that deliver your orders. We don’t sell your personal information or share it for advertising.',
    ),
    part(
      'Reviewing and changing it',
      `In [Login and security](/dashboard/security) you can get a copy of your data and delete your account. For anything else, write to ${facts.email}.`,
    ),
    part(
      'Do Not Track',
      'We don’t track you across other sites, and no one else collects information about you here for that, so signals such as Do Not Track change nothing.',
    ),
    part('Changes', 'We publish a new version here with its date. If a change matters to you, we email you.'),
    part(
      'Your state',
      '[If your business meets the thresholds of the CCPA or another state’s privacy law, say what that law asks for, or delete this part]',
    ),
    part('Contact', `${facts.name}\n${facts.address}\n${facts.email}`),
  ],
});

/** California Civil Code § 1723; California Business and Professions Code § 17538(d). */
const returns = (facts: Facts): LegalText => ({
  opening: facts.returns || 'How you can return something, and how you’re refunded.',
  parts: [
    part('How long', 'You can return unused tools in their original packaging within [30] days of delivery.'),
    part(
      'How',
      `Write to ${facts.email} with your order number first. [You pay for return shipping. Or: We send you a label.]`,
    ),
    part(
      'Refunds',
      'We refund the full price to your card within [number] days after we get the tools back. [Say if you deduct a restocking fee, or give store credit instead.]',
    ),
    part('What can’t be returned', '[Tools that can’t be returned, or delete this part]'),
    part(
      'Damaged or wrong',
      'If something arrives damaged or isn’t what you ordered, tell us. We replace it or refund it, with shipping.',
    ),
  ],
});

/** Drafts for the United States. */
export const unitedStates = { notice, terms, privacy, returns, shipping: general.shipping };
