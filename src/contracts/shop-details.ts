import { z } from 'zod/mini';
import { shopDetailsLabels as labels, shopDetailsRuleTexts as texts } from '#texts/shop-details.ts';
import { fieldTexts } from '#texts/validation.ts';
import { type Accent, type AccentTheme, contrastOf, defaultAccent, LEAST_CONTRAST } from './accent.ts';
import { isIban, toBankCode, toVatNumber } from './bank-and-vat.ts';
import { emailPattern, MAX_EMAIL_LENGTH } from './email.ts';
import { hasSafeLinks, withPlainScheme } from './links.ts';
import { currencyDisplays } from './money.ts';
import { formLine, formText, plainLine } from './text.ts';
import { canonicalZone, isTimeZone } from './time-zone.ts';

/** The longest that an invoice before payment may be left to be paid. */
export const MAX_PAYMENT_DAYS = 365;

const line = (label: string, max: number) => formLine({ missing: fieldTexts.missing(label), label, max });

const text = (label: string, max: number) =>
  formText({ missing: fieldTexts.missing(label), label, max }).check(
    z.refine(hasSafeLinks, texts.unsafeLink),
  );

const list = <Row extends z.ZodMiniType>(row: Row, max: number) =>
  z.array(row).check(z.maxLength(max, texts.tooMany(max)));

/** A page in social media; empty where the shop has none. */
const socialAddress = (label: string) =>
  plainLine(label, 200).check(
    z.overwrite(withPlainScheme),
    z.refine((address) => address === '' || URL.parse(address)?.protocol === 'https:', texts.noWebAddress),
  );

/** A colour that can be read on every ground of a theme, and read on. */
const accentColour = (theme: AccentTheme, label: string) =>
  plainLine(label, 7).check(
    z.toLowerCase(),
    z.regex(/^#[0-9a-f]{6}$/, { error: texts.noColour, abort: true }),
    z.refine((colour) => contrastOf(theme, colour) >= LEAST_CONTRAST, {
      // Cut, not rounded: 4.498 is not yet 4.5.
      error: ({ input }) =>
        texts.lowContrast(
          (Math.floor(contrastOf(theme, String(input)) * 100) / 100).toFixed(2),
          String(LEAST_CONTRAST),
        ),
    }),
  );

const articleSchema = z.object({
  description: line(labels.about.description, 200),
  opening: line(labels.about.opening, 400),
  parts: list(z.object({ heading: line(labels.parts.heading, 80), text: text(labels.parts.text, 3000) }), 12),
});

/** Where a transfer goes, for invoices before payment: an IBAN, or an account number with what its country
 * adds to it. Whole, or not there at all. */
const bankSchema = z
  .object({
    holder: plainLine(labels.bank.holder, 70),
    iban: plainLine(labels.bank.iban, 50).check(
      z.overwrite(toBankCode),
      z.refine((iban) => iban === '' || isIban(iban), texts.noIban),
    ),
    account: plainLine(labels.bank.account, 40),
    routing: plainLine(labels.bank.routing, 40),
    name: plainLine(labels.bank.name, 70),
    bic: plainLine(labels.bank.bic, 20).check(
      z.overwrite(toBankCode),
      z.regex(/^$|^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, texts.noBic),
    ),
    /** So many days after its date an invoice is to be paid, unless another day is named. */
    paymentDays: z
      .int({ error: texts.noDays })
      .check(z.gte(1, texts.noDays), z.lte(MAX_PAYMENT_DAYS, texts.noDays)),
  })
  .check(
    z.refine((bank) => bank.holder !== '' || isEmptyBank(bank), { error: texts.noHolder, path: ['holder'] }),
    z.refine((bank) => hasAccount(bank) || isEmptyBank(bank), { error: texts.noAccount, path: ['iban'] }),
  );

type Bank = z.infer<typeof bankSchema>;

const hasAccount = ({ iban, account }: Omit<Bank, 'paymentDays'>) => iban !== '' || account !== '';

const isEmptyBank = ({ paymentDays: _days, ...bank }: Bank) =>
  Object.values(bank).every((part) => part === '');

/** The account that transfers go to; `undefined` until the owner has said. */
export function accountOf({
  bank: { paymentDays: _days, ...account },
}: ShopDetails): BankAccount | undefined {
  return account.holder !== '' && hasAccount(account) ? account : undefined;
}

/** The shop's own details: what its owner says of it, section by section, each changed as a whole. */
export const shopDetailsSchema = z.object({
  shop: z.object({
    name: line(labels.shop.name, 40),
    tagline: line(labels.shop.tagline, 80),
    slogan: line(labels.shop.slogan, 160),
    description: line(labels.shop.description, 200),
    appDescription: line(labels.shop.appDescription, 200),
  }),
  look: z.object({
    accentLight: accentColour('light', labels.look.accentLight),
    accentDark: accentColour('dark', labels.look.accentDark),
    currencyDisplay: z.enum(currencyDisplays, texts.noDisplay),
    /** What an upload of it was answered with; empty while the shop has the drawn mark. */
    logo: plainLine(labels.look.logo, 60).check(z.regex(/^$|^[0-9a-f]{32}-\d{1,4}x\d{1,4}$/, texts.noLogo)),
  }),
  contact: z.object({
    address: line(labels.contact.address, 200),
    email: line(labels.contact.email, MAX_EMAIL_LENGTH).check(z.regex(emailPattern, texts.noEmail)),
    phone: line(labels.contact.phone, 30).check(z.regex(/\d/, texts.noPhone)),
    hours: line(labels.contact.hours, 60),
    opening: line(labels.contact.opening, 400),
    sent: line(labels.contact.sent, 80),
  }),
  /** Whose days and hours the shop goes by on every screen, paper, email and in every file. */
  time: z.object({
    zone: plainLine(labels.time.zone, 64).check(
      z.refine(isTimeZone, { error: texts.noTimeZone, abort: true }),
      z.overwrite(canonicalZone),
    ),
  }),
  /** What stands on invoices beside name and contacts; empty where the shop has none. */
  business: z.object({
    legalName: plainLine(labels.business.legalName, 100),
    vatNumber: plainLine(labels.business.vatNumber, 30).check(
      z.overwrite(toVatNumber),
      z.regex(/^$|^[A-Z]{2}[0-9A-Z]{2,13}$/, texts.noVatNumber),
    ),
    taxNumber: plainLine(labels.business.taxNumber, 40),
    registration: plainLine(labels.business.registration, 100),
    bank: plainLine(labels.business.bank, 100),
    note: plainLine(labels.business.note, 300),
  }),
  bank: bankSchema,
  social: z.object({
    facebook: socialAddress(labels.social.facebook),
    instagram: socialAddress(labels.social.instagram),
    youtube: socialAddress(labels.social.youtube),
  }),
  banner: z.object({ heading: line(labels.banner.heading, 60), promise: line(labels.banner.promise, 200) }),
  statistics: z.object({
    figures: list(
      z.object({ value: line(labels.figures.value, 10), label: line(labels.figures.label, 40) }),
      4,
    ),
  }),
  support: z.object({
    cards: list(
      z.object({
        name: line(labels.cards.name, 60),
        workers: line(labels.cards.workers, 30),
        work: line(labels.cards.work, 200),
      }),
      4,
    ),
  }),
  about: articleSchema,
  policy: articleSchema,
  portfolio: z.object({
    description: line(labels.portfolio.description, 200),
    opening: line(labels.portfolio.opening, 400),
    ranges: list(
      z.object({
        name: line(labels.ranges.name, 60),
        text: line(labels.ranges.text, 600),
        link: line(labels.ranges.link, 60),
      }),
      8,
    ),
  }),
  email: z.object({ senderName: plainLine(labels.email.senderName, 60) }),
});

export type ShopDetails = z.infer<typeof shopDetailsSchema>;

/** Where a transfer goes. What the shop has not said is empty. */
export type BankAccount = Omit<ShopDetails['bank'], 'paymentDays'>;

/** What the shop says of itself to everybody: where transfers go stands on invoices alone. */
export const publicDetailsSchema = z.omit(shopDetailsSchema, { bank: true });
export type PublicDetails = z.infer<typeof publicDetailsSchema>;
export type DetailsSection = keyof ShopDetails;

export const detailsSections = Object.keys(shopDetailsSchema.shape) as DetailsSection[];

/** What every page shows of the shop. */
export const shopOfPagesSchema = z.object({
  name: z.string(),
  slogan: z.string(),
  phone: z.string(),
  social: shopDetailsSchema.shape.social,
  /** Whose days and hours pages show. */
  timeZone: z.string(),
  /** How prices are written; left out while that is with the currency's symbol. */
  currencyDisplay: z.optional(z.enum(currencyDisplays)),
  /** The owner's accent in each theme; left out while it is the one of the style sheet. */
  accent: z.optional(z.object({ light: z.string(), dark: z.string() })),
  /** The owner's logo: `folder` leads to `logo.png`, of that size in pixels, and to its icons. */
  logo: z.optional(z.object({ folder: z.string(), width: z.int(), height: z.int() })),
});

export type ShopOfPages = z.infer<typeof shopOfPagesSchema>;

/** The accent of both themes. */
export const accentOf = ({ look }: Pick<ShopDetails, 'look'>): Accent => ({
  light: look.accentLight,
  dark: look.accentDark,
});

/** What the name of a logo tells. */
export function readLogo(named: string): { hash: string; width: number; height: number } {
  const [hash = '', size = ''] = named.split('-');
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { hash, width, height };
}

/** Where pages find a logo; `undefined` where the shop has none. */
export function logoOfPages(named: string): ShopOfPages['logo'] {
  const { hash, ...size } = readLogo(named);
  return named === '' ? undefined : { folder: `/logo/${hash}/`, ...size };
}

/** The part of the details that every page shows. */
export function toShopOfPages(details: ShopDetails): ShopOfPages {
  const { shop, look, contact, social, time } = details;
  const accent = accentOf(details);
  const isOwn = accent.light !== defaultAccent.light || accent.dark !== defaultAccent.dark;
  return {
    name: shop.name,
    slogan: shop.slogan,
    phone: contact.phone,
    social,
    timeZone: time.zone,
    ...(look.currencyDisplay !== 'symbol' && { currencyDisplay: look.currencyDisplay }),
    ...(isOwn && { accent }),
    ...(look.logo && { logo: logoOfPages(look.logo) }),
  };
}
