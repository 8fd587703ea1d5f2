import { z } from 'zod/mini';
import { shopDetailsLabels as labels, shopDetailsRuleTexts as texts } from '#texts/shop-details.ts';
import { fieldTexts } from '#texts/validation.ts';
import { type Accent, type AccentTheme, contrastOf, defaultAccent, LEAST_CONTRAST } from './accent.ts';
import { isIban, toBankCode, toVatNumber } from './bank-and-vat.ts';
import { customerGroups } from './duties.ts';
import { emailPattern, MAX_EMAIL_LENGTH } from './email.ts';
import { hasSafeLinks, withPlainScheme } from './links.ts';
import { currencyDisplays } from './money.ts';
import { DEFAULT_COUNTRY, DEFAULT_UNITS } from './region.ts';
import { type ShippingDays, shippingDays } from './ships-by.ts';
import { formLine, formText, plainLine } from './text.ts';
import { canonicalZone, isTimeZone } from './time-zone.ts';
import { unitSystems } from './units.ts';

const daysChoice = Object.keys(shippingDays) as ShippingDays[];

/** What the numbers of new orders begin with until the owner chooses something else. */
export const DEFAULT_ORDER_PREFIX = 'TY';

/** Quotes, invoices, credit memos, and returns have letters of their own. */
const otherPrefixes = ['Q', 'INV', 'CN', 'RMA'];

const MAX_REFUNDS_ABOVE = 99_999_999;

/** Within how many days a shop can promise to ship at most. */
export const MAX_SHIP_DAYS = 120;

/** Maximum payment term of an invoice before payment, in days. */
export const MAX_PAYMENT_DAYS = 365;

/** Maximum number of days in which returns can be requested, and in which a package is assumed to arrive. */
const MAX_RETURN_DAYS = 3650;
const MAX_DELIVERY_DAYS = 60;

const line = (label: string, max: number) => formLine({ missing: fieldTexts.missing(label), label, max });

const text = (label: string, max: number) =>
  formText({ missing: fieldTexts.missing(label), label, max }).check(
    z.refine(hasSafeLinks, texts.unsafeLink),
  );

const list = <Row extends z.ZodMiniType>(row: Row, max: number) =>
  z.array(row).check(z.maxLength(max, texts.tooMany(max)));

/** A social media page; empty if the shop has none. */
const socialAddress = (label: string) =>
  plainLine(label, 200).check(
    z.overwrite(withPlainScheme),
    z.refine((address) => address === '' || URL.parse(address)?.protocol === 'https:', texts.noWebAddress),
  );

/** A colour that is legible on every background of a theme, and legible as a background. */
const accentColour = (theme: AccentTheme, label: string) =>
  plainLine(label, 7).check(
    z.toLowerCase(),
    z.regex(/^#[0-9a-f]{6}$/, { error: texts.noColour, abort: true }),
    z.refine((colour) => contrastOf(theme, colour) >= LEAST_CONTRAST, texts.lowContrast[theme]),
  );

const articleSchema = z.object({
  description: line(labels.about.description, 200),
  opening: line(labels.about.opening, 400),
  parts: list(z.object({ heading: line(labels.parts.heading, 80), text: text(labels.parts.text, 3000) }), 12),
});

/** The account for transfers, for invoices before payment: an IBAN, or an account number with what its
 * country requires beside it. Either complete or empty. */
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
    /** Default payment term of an invoice in days, unless another due date is given. */
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

/** Returns the account for transfers; `undefined` until the owner has entered one. */
export function accountOf({
  bank: { paymentDays: _days, ...account },
}: ShopDetails): BankAccount | undefined {
  return account.holder !== '' && hasAccount(account) ? account : undefined;
}

/** The time zone of dates and times on all screens, documents, emails and files. */
const timeZone = plainLine(labels.region.zone, 64).check(
  z.refine(isTimeZone, { error: texts.noTimeZone, abort: true }),
  z.overwrite(canonicalZone),
);

/** The shop's details as its owner enters them, by section; each section is changed as a whole. */
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
    /** The name that the upload of the logo answered; empty for the default mark. */
    logo: plainLine(labels.look.logo, 60).check(z.regex(/^$|^[0-9a-f]{32}-\d{1,4}x\d{1,4}$/, texts.noLogo)),
  }),
  contact: z.object({
    address: line(labels.contact.address, 200),
    email: line(labels.contact.email, MAX_EMAIL_LENGTH).check(z.regex(emailPattern, texts.noEmail)),
    phone: line(labels.contact.phone, 30).check(z.regex(/\d/, texts.noPhone)),
    hours: line(labels.contact.hours, 60),
    /** Until when, `14:00` in the shop's time zone, an order ships on the same day, and on which days the
     * shop ships. Empty if it doesn't say. */
    shipsBy: z.optional(
      plainLine(labels.contact.shipsBy, 5).check(
        z.regex(/^$|^(?:[01]\d|2[0-3]):[0-5]\d$/, texts.noTimeOfDay),
      ),
    ),
    shipsOn: z.optional(z.enum(daysChoice, texts.noDaysChoice)),
    /** Within how many days of its payment an order ships, as the shop promises; used where the law asks for
     * such a promise. */
    shipsWithin: z.optional(
      z
        .int({ error: texts.noShipDays })
        .check(z.gte(1, texts.noShipDays), z.lte(MAX_SHIP_DAYS, texts.noShipDays)),
    ),
    opening: line(labels.contact.opening, 400),
    sent: line(labels.contact.sent, 80),
  }),
  region: z.object({
    /** Where the shop is: ISO 3166-1 alpha-2, and ISO 3166-2 where the
     * country's states are known, or empty. */
    country: plainLine(labels.region.country, 2).check(z.regex(/^[A-Z]{2}$/, texts.noCountry)),
    state: plainLine(labels.region.state, 6).check(z.regex(/^$|^[A-Z]{2}-[A-Z0-9]{1,3}$/, texts.noState)),
    zone: timeZone,
    /** The units in which weights and sizes are typed and shown; calls and
     * files keep grams and millimetres. */
    units: z.enum(unitSystems, texts.noUnits),
  }),
  /** The `zone` of `region`, by its earlier name. */
  time: z.object({ zone: timeZone }),
  /** What invoices show beside name and contacts; empty if the shop has none. */
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
    /** What the numbers of new orders begin with; `TY` if left out. Earlier orders keep theirs. */
    orderPrefix: z.optional(
      plainLine(labels.business.orderPrefix, 6).check(
        z.toUpperCase(),
        z.regex(/^[A-Z][A-Z0-9]{0,5}$/, { error: texts.noPrefix, abort: true }),
        z.refine((prefix) => !otherPrefixes.includes(prefix), texts.prefixTaken),
      ),
    ),
  }),
  bank: bankSchema,
  /** Whom the shop sells to, which decides, with its country, what the law asks of it. */
  law: z.object({ customers: z.enum(customerGroups, texts.noCustomers) }),
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
  policy: z.extend(articleSchema, {
    /** How returns work, in one line; empty if the shop has not said. */
    returns: z.optional(plainLine(labels.policy.returns, 60)),
  }),
  returns: z.object({
    /** Number of days after delivery in which buyers can request a return; 0 if only staff can. */
    days: z
      .int({ error: texts.noReturnDays })
      .check(z.gte(0, texts.noReturnDays), z.lte(MAX_RETURN_DAYS, texts.noReturnDays)),
    /** Where returns go; empty for the shop's address. */
    address: plainLine(labels.returns.address, 200),
    postage: z.enum(['buyer', 'shop'], texts.noPostage),
    /** Number of days after shipping in which a package counts as delivered, unless its delivery is known. */
    assumedDeliveryDays: z
      .int({ error: texts.noDeliveryDays })
      .check(z.gte(0, texts.noDeliveryDays), z.lte(MAX_DELIVERY_DAYS, texts.noDeliveryDays)),
  }),
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
  security: z.object({
    /** Whether staff and admins need a second factor. */
    staffFactor: z.boolean(),
    /** What refunds of an order may come to without a fresh sign-in; null for any amount. */
    refundsAbove: z.nullable(
      z
        .number({ error: texts.noAmount })
        .check(z.gte(0, texts.noAmount), z.lte(MAX_REFUNDS_ABOVE, texts.noAmount)),
    ),
  }),
});

export type ShopDetails = z.infer<typeof shopDetailsSchema>;

/** The account for transfers. Fields that the shop has not entered are empty. */
export type BankAccount = Omit<ShopDetails['bank'], 'paymentDays'>;

/** The shop's public details: the bank account appears on invoices only, and who needs what is staff's. */
export const publicDetailsSchema = z.omit(shopDetailsSchema, { bank: true, security: true });
export type PublicDetails = z.infer<typeof publicDetailsSchema>;
export type DetailsSection = Exclude<keyof ShopDetails, 'time'>;

export const detailsSections = Object.keys(shopDetailsSchema.shape).filter(
  (name) => name !== 'time',
) as DetailsSection[];

/** The shop details that every page shows. */
export const shopOfPagesSchema = z.object({
  name: z.string(),
  slogan: z.string(),
  phone: z.string(),
  /** How returns work, in one line; left out if the shop has not said. */
  returns: z.optional(z.string()),
  social: shopDetailsSchema.shape.social,
  /** When orders ship on the same day; left out if the shop doesn't say. */
  ships: z.optional(z.object({ by: z.string(), on: z.enum(daysChoice) })),
  /** The time zone that pages show. */
  timeZone: z.string(),
  /** The shop's country; left out for the default, the United States. */
  country: z.optional(z.string()),
  /** Whom it sells to; left out for the default, consumers and businesses. */
  customers: z.optional(z.enum(customerGroups)),
  /** The units of weights and sizes; left out for the default, pounds and inches. */
  units: z.optional(z.enum(unitSystems)),
  /** How prices are written; left out for the default, the currency's symbol. */
  currencyDisplay: z.optional(z.enum(currencyDisplays)),
  /** The owner's accent in each theme; left out for the style sheet's default. */
  accent: z.optional(z.object({ light: z.string(), dark: z.string() })),
  /** The owner's logo: `folder` contains `logo.png`, of that size in pixels, and its icons. */
  logo: z.optional(z.object({ folder: z.string(), width: z.int(), height: z.int() })),
});

export type ShopOfPages = z.infer<typeof shopOfPagesSchema>;

/** Returns the accent of both themes. */
export const accentOf = ({ look }: Pick<ShopDetails, 'look'>): Accent => ({
  light: look.accentLight,
  dark: look.accentDark,
});

/** Reads the hash and the size in pixels from a logo's name. */
export function readLogo(named: string): { hash: string; width: number; height: number } {
  const [hash = '', size = ''] = named.split('-');
  const [width = 0, height = 0] = size.split('x').map(Number);
  return { hash, width, height };
}

/** Returns where pages find a logo; `undefined` if the shop has none. */
export function logoOfPages(named: string): ShopOfPages['logo'] {
  const { hash, ...size } = readLogo(named);
  return named === '' ? undefined : { folder: `/logo/${hash}/`, ...size };
}

/** Returns the part of the details that every page shows. */
export function toShopOfPages(details: ShopDetails): ShopOfPages {
  const { shop, look, contact, social, region, policy, law } = details;
  const accent = accentOf(details);
  const isOwn = accent.light !== defaultAccent.light || accent.dark !== defaultAccent.dark;
  return {
    name: shop.name,
    slogan: shop.slogan,
    phone: contact.phone,
    ...(policy.returns && { returns: policy.returns }),
    social,
    ...(contact.shipsBy && { ships: { by: contact.shipsBy, on: contact.shipsOn ?? 'mon-fri' } }),
    timeZone: region.zone,
    ...(region.country !== DEFAULT_COUNTRY && { country: region.country }),
    ...(law.customers !== 'both' && { customers: law.customers }),
    ...(region.units !== DEFAULT_UNITS && { units: region.units }),
    ...(look.currencyDisplay !== 'symbol' && { currencyDisplay: look.currencyDisplay }),
    ...(isOwn && { accent }),
    ...(look.logo && { logo: logoOfPages(look.logo) }),
  };
}
