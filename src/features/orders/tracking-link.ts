const NUMBER = '{number}';

export const MAX_LINK = 300;

/** Whether a text leads to a page of one site, by https, for any tracking number that is put into it. */
export function isLinkTemplate(template: string): boolean {
  if (!template.includes(NUMBER) || template.length > MAX_LINK) return false;
  // A number in the host's place would lead to sites of its own choosing.
  const [one, other] = ['1', 'a/b?c#d@e'].map((number) => URL.parse(fill(template, number)));
  return (
    one?.protocol === 'https:' &&
    one.host !== '' &&
    one.host === other?.host &&
    one.username === '' &&
    one.password === '' &&
    !/[\s\p{Cc}]/u.test(template)
  );
}

/** Where a parcel is followed; null without a number or a carrier that has such a page. */
export function trackingUrl(template: string | null, trackingNumber: string | null): string | null {
  if (template === null || trackingNumber === null) return null;
  // Labels part the figures by spaces that scanners and carriers leave out.
  return fill(template, trackingNumber.replace(/\s+/gu, ''));
}

const fill = (template: string, number: string) =>
  template.replaceAll(NUMBER, () => encodeURIComponent(number));
