import type { CustomerGroup } from '#contracts/duties.ts';
import type { ShopDetails } from '#contracts/shop-details.ts';
import { nameOfCountry } from '#features/addresses/country-rules.ts';

/** What drafts are filled with. Words in brackets are left for the owner. */
export type Facts = {
  /** The legal name, or the shop's. */
  name: string;
  shop: string;
  address: string;
  email: string;
  phone: string;
  country: string;
  countryName: string;
  vatNumber: string;
  taxNumber: string;
  registration: string;
  returns: string;
  customers: CustomerGroup;
  toConsumers: boolean;
  hasInvoices: boolean;
};

/** Collects the facts of a shop. */
export function factsOf({ shop, contact, region, business, bank, policy, law }: ShopDetails): Facts {
  return {
    name: business.legalName || shop.name,
    shop: shop.name,
    address: contact.address,
    email: contact.email,
    phone: contact.phone,
    country: region.country,
    countryName: nameOfCountry(region.country),
    vatNumber: business.vatNumber,
    taxNumber: business.taxNumber,
    registration: business.registration,
    returns: policy.returns ?? '',
    customers: law.customers,
    toConsumers: law.customers !== 'businesses',
    hasInvoices: bank.holder !== '',
  };
}

/** A part of a page, or nothing. */
export const part = (heading: string, ...paragraphs: (string | false)[]) => ({
  heading,
  text: paragraphs.filter((each) => each !== false).join('\n\n'),
});
