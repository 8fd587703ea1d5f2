/** Words for taxes on sales, by country; elsewhere it is value-added tax. */
const taxes: Record<string, string> = {
  ...Object.fromEntries('US PR GU VI AS MP'.split(' ').map((country) => [country, 'Sales tax'])),
  ...Object.fromEntries('AU CA IN NZ SG'.split(' ').map((country) => [country, 'GST'])),
  JP: 'Consumption tax',
};

/** What a country calls its tax on sales, until the owner names it otherwise. */
export const taxNameOf = (country: string) => taxes[country] ?? 'VAT';

/** Whether businesses of a country have VAT numbers. */
export const hasVatNumbers = (country: string) => taxNameOf(country) === 'VAT';

/** Whether a country's invoices show no number of the tax: sales tax is charged without one. */
export const taxesWithoutNumber = (country: string) => taxNameOf(country) === 'Sales tax';

/** A tax's name within a sentence: 'sales tax', but 'VAT'. */
export const taxInSentence = (taxName: string) =>
  /^\p{Lu}\p{Ll}/u.test(taxName) ? `${taxName.charAt(0).toLowerCase()}${taxName.slice(1)}` : taxName;

/** Words that are other in the United States, on screens, emails, and papers. */
export const regionWords = (country: string) =>
  country === 'US'
    ? {
        postalCode: 'ZIP code',
        postalCodes: 'ZIP codes',
        place: 'State or country',
        creditNote: 'Credit memo',
        routing: 'Routing number',
      }
    : {
        postalCode: 'Postal code',
        postalCodes: 'Postal codes',
        place: 'Country',
        creditNote: 'Credit note',
        routing: country === 'GB' ? 'Sort code' : 'Routing number or sort code',
      };
