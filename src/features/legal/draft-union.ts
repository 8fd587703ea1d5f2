import type { LegalText } from './contract.ts';
import { type Facts, part } from './draft-facts.ts';
import { keptData, orderParts, provider, shippingText } from './draft-general.ts';

const ofGermany = ({ country }: Facts) => country === 'DE';

/** Directive 2000/31/EC, article 5; in Germany § 5 DDG, and § 36 VSBG. */
const notice = (facts: Facts): LegalText => ({
  opening: `Who runs ${facts.shop}.`,
  parts: [
    provider(facts),
    part('Represented by', '[Names of those who may represent the company, or delete this part]'),
    part(
      'Register',
      facts.registration || '[Register and number, such as HRB 12345, Amtsgericht Köln, or delete this part]',
    ),
    part('VAT ID', facts.vatNumber || '[VAT ID, or delete this part]'),
    ...(facts.toConsumers
      ? [
          part(
            'Disputes with consumers',
            ofGermany(facts)
              ? '[We are neither willing nor obliged to take part in dispute resolution before a consumer arbitration board. Or: We take part in dispute resolution before this board, with its address and website. § 36 VSBG asks for this from companies with more than 10 employees.]'
              : '[The dispute resolution body that you take part in, with its website, or delete this part]',
          ),
        ]
      : []),
  ],
});

/** Directive 2011/83/EU, article 6; Directive (EU) 2019/771. */
const terms = (facts: Facts): LegalText => ({
  opening: `The terms on which ${facts.shop} sells.`,
  parts: [
    ...orderParts(facts),
    part('Shipping', 'See [Shipping and payment](/legal/shipping).'),
    ...(facts.toConsumers
      ? [
          part(
            'Right of withdrawal',
            'Consumers can withdraw from the contract within 14 days. How it works is on [Returns](/legal/returns), which we attach to your confirmation as well.',
          ),
          part(
            'Your legal guarantee',
            'If a tool turns out to be faulty or not as agreed, the law gives consumers rights against us for at least two years from delivery: repair or replacement free of charge, or else a lower price or your money back. A guarantee of the maker comes on top and doesn’t limit these rights.',
          ),
        ]
      : []),
    ...(facts.customers === 'consumers'
      ? []
      : [
          part(
            'Businesses',
            'The right of withdrawal is for consumers only. [Your terms for businesses, such as the period for defects, retention of title, and place of jurisdiction.]',
          ),
        ]),
    part(
      'Text of the contract',
      'We keep the text of the contract, and you find your order in [My Orders](/dashboard/orders). The contract is made in English.',
    ),
    part(
      'Law',
      `The law of ${facts.countryName} applies, without the UN Convention on Contracts for the International Sale of Goods.${facts.toConsumers ? ' Consumers keep the protection that the law of the country where they live gives them.' : ''}`,
    ),
  ],
});

/** Regulation (EU) 2016/679, article 13. */
const privacy = (facts: Facts): LegalText => ({
  opening: 'What we keep about you, why, how long, and what you can ask of us.',
  parts: [
    part(
      'Who is responsible',
      `${facts.name}\n${facts.address}\n${facts.email}`,
      '[Contact of your data protection officer, or delete this paragraph]',
    ),
    keptData,
    part(
      'Why, and on what grounds',
      'To take, ship, and bill your orders: the contract with you (GDPR, article 6(1)(b)).',
      'To keep invoices and other books: the law (article 6(1)(c)).',
      'To keep the shop secure, prevent fraud, and improve what it shows: our legitimate interests (article 6(1)(f)). You can object at any time.',
    ),
    part(
      'Who gets it',
      'Our payment provider, [name, such as Stripe Payments Europe]; our email provider, [name]; the company that hosts the shop, [name and country]; and the carriers that deliver your orders.',
      '[If any of them is outside the EU: the grounds on which data goes there, or delete this paragraph]',
    ),
    part(
      'How long',
      'Accounts until you delete them. Orders and invoices as long as the law asks us to keep our books: [number] years. Messages [number] months after they’re answered.',
    ),
    part(
      'Your rights',
      'You can ask us for access to your data, for correction, erasure, restriction, and a copy to take elsewhere, and you can object to its use. In [Login and security](/dashboard/security) you get a copy and can delete your account yourself.',
      'You can complain to a data protection authority, such as [name of the authority where you are].',
    ),
    part(
      'Must you give it?',
      'Without your name and address we can’t deliver, and without an email address we can’t confirm. No decisions about you are made by machines alone.',
    ),
  ],
});

/** Directive 2011/83/EU, articles 6(1)(h), 9 to 16, and annex I. */
const withdrawal = (facts: Facts): LegalText => ({
  opening: 'You can withdraw from your order within 14 days, without giving a reason.',
  parts: [
    part(
      'Your right of withdrawal',
      'As a consumer you can withdraw from the contract within 14 days without giving any reason. The period ends 14 days after the day on which you, or someone you name who isn’t the carrier, get the goods. If an order comes in several packages, it’s the day of the last one.',
    ),
    part(
      'How to withdraw',
      `Use the withdrawal form that every page of the shop links to, or tell us clearly by email or letter: ${facts.name}, ${facts.address}, ${facts.email}, phone ${facts.phone}. You can use the model form below, but don’t have to. It’s enough to send your message before the period ends. We confirm it by email right away.`,
    ),
    part(
      'What happens then',
      'We refund all payments for what you send back, with the costs of delivery, except for extra costs if you chose another way than our cheapest standard delivery. We refund within 14 days from the day on which we hear of your withdrawal, the way you paid, and charge you nothing for it. We may wait until we have the goods back, or until you’ve shown that you sent them, whichever is earlier.',
      'Send the goods back to [address for returns] within 14 days from the day on which you told us. [You bear the direct costs of returning them. Or: We bear the costs of returning them. Goods that can’t go by post: the costs, at most about an amount.]',
      'You’re liable for a loss in value only if it comes from handling the goods more than is needed to see what they are and how they work.',
    ),
    part(
      'Exceptions',
      'There is no right of withdrawal for goods made to your specifications, and for sealed goods that for reasons of health or hygiene can’t be returned once unsealed.',
    ),
    part(
      'Model withdrawal form',
      `(Fill in and send back this form only if you wish to withdraw from the contract.)\n\nTo ${facts.name}, ${facts.address}, ${facts.email}:\nI/We (*) hereby give notice that I/we (*) withdraw from my/our (*) contract of sale of the following goods (*):\nOrdered on (*)/received on (*):\nName of consumer(s):\nAddress of consumer(s):\nSignature of consumer(s) (only if this form is notified on paper):\nDate:\n(*) Delete as appropriate.`,
    ),
    part(
      'More than the law asks',
      facts.returns
        ? `${facts.returns}. [Say how, or delete this part]`
        : '[A longer time for returns that you offer, or delete this part]',
    ),
  ],
});

const returnsToBusinesses = (facts: Facts): LegalText => ({
  opening: facts.returns || 'How businesses can send something back.',
  parts: [part('Returns', `Write to ${facts.email} with your order number first. [Your terms for returns]`)],
});

/** Directive (EU) 2019/882, annex V. */
const accessibility = (facts: Facts): LegalText => ({
  opening: `How ${facts.shop} is made to be usable by everyone, and what isn’t yet.`,
  parts: [
    part(
      'What this is about',
      `This shop on the web: finding tools, ordering, paying, and managing an account. It follows Directive (EU) 2019/882 (European Accessibility Act)${ofGermany(facts) ? ' and the German BFSG' : ''}, and aims at the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA, by EN 301 549.`,
    ),
    part(
      'How we meet it',
      'Every screen works with the keyboard alone and shows where the focus is. Text and controls keep a contrast of at least 4.5 to 1, in the light and the dark theme and with forced colors. Pages reflow to a width of 320 pixels. Controls have names that are read aloud, errors are said at their field, and nothing moves for those who prefer reduced motion. Where a time limit applies, as for a reserved order, the page says how much is left and lets you reserve again.',
    ),
    part(
      'How it was tested',
      'The software that this shop runs on is tested with every release: each screen with axe-core, with the keyboard alone, at 320 to 1440 pixels, in both themes, and with forced colors. Those tests are automatic; they were not made by people with disabilities. [Name your own tests, or delete this sentence.]',
    ),
    part(
      'What isn’t accessible yet',
      'Documents and pictures that makers give us may lack a text of their own. The card form comes from our payment provider. [Anything else that you know of, or delete this sentence.]',
    ),
    part(
      'Tell us',
      `If something doesn’t work for you, write to ${facts.email} or call ${facts.phone}. We answer within [number] working days.`,
    ),
    part(
      'Authority',
      '[Name and contact of the market surveillance authority for accessibility where you are]',
    ),
  ],
});

/** Extended producer responsibility, and what buyers are told about waste. */
const registers = (facts: Facts): LegalText => ({
  opening: 'Where we’re registered, and where old devices, batteries, and packaging go.',
  parts: [
    part(
      'Our numbers',
      ofGermany(facts)
        ? 'Packaging register LUCID: [DE and 13 digits, or delete this line]\nWEEE-Reg.-Nr.: [DE and 8 digits, if you make or import electrical devices, or delete this line]\nBatteries (stiftung ear): [number, if you make or import batteries, or delete this line]'
        : 'Packaging: [your number in the national register]\nElectrical devices: [number, or delete this line]\nBatteries: [number, or delete this line]',
    ),
    part(
      'Batteries',
      'Batteries don’t belong in household waste: the crossed-out bin says so. You’re obliged to return old batteries, free of charge, where batteries are sold, at public collection points, or to us. Signs below the bin mean: Cd cadmium, Hg mercury, Pb lead. If a device’s batteries come out without tools, take them out first.',
    ),
    part(
      'Electrical devices',
      'Old electrical devices are collected apart from household waste, too. Bring them to a public collection point, or back to us: [how you take them back, such as on delivery of a new one]. Delete personal data on them first. Take out batteries and lamps that come out without damage.',
    ),
    part('Packaging', 'Packaging goes into the local collection of recyclable waste.'),
  ],
});

/** Regulation (EU) 2025/1960, annex I. The notice is official artwork; these words stand beside it. */
const guarantee = (): LegalText => ({
  opening: 'What the law gives you if a tool turns out to be faulty.',
  parts: [
    part(
      'In short',
      'Consumers in the EU have a legal guarantee of at least two years from delivery. If goods are faulty or not as agreed, the seller repairs or replaces them free of charge, or else lowers the price or gives the money back. In some countries it lasts longer. A maker’s own guarantee comes on top.',
    ),
    part(
      'More',
      'On [Your Europe](https://europa.eu/youreurope/legal-guarantee/index.htm), by the European Union.',
    ),
  ],
});

/** Drafts for member states of the European Union, in English. */
export const union = {
  notice,
  terms,
  privacy,
  returns: (facts: Facts) => (facts.toConsumers ? withdrawal(facts) : returnsToBusinesses(facts)),
  shipping: shippingText,
  accessibility,
  registers,
  guarantee,
};
