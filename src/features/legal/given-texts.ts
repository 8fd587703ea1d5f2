import { hasDuty, type LegalPage } from '#contracts/duties.ts';
import { readParagraphs } from '#contracts/links.ts';
import type { AppContext } from '#features/app-context.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { EmailAttachment } from '#platform/email/mailer.ts';
import { LOCALE } from '#texts/locale.ts';
import { findGiven, findLegalFile, findPublished, type PublishedRow, recordGiven } from './store.ts';
import { legalTitle, givenTextTexts as texts } from './texts.ts';

/** A legal page that an order is given: its title, and its version and date in words. */
export type GivenText = { title: string; version: string; attachment: EmailAttachment };

/** What buyers must be able to keep. */
const given: LegalPage[] = ['terms', 'returns', 'guarantee'];

/** A payment, and when it started: the buyer agreed to what was published then. */
type Given = { id: string; created_at: Date };

/** Records which versions go out with the email of a payment: the Union's notice on the guarantee only where it
 * applies. */
export async function recordGivenTexts(
  { details }: Pick<AppContext, 'details'>,
  tx: DatabaseTransaction,
  { id, created_at }: Given,
): Promise<void> {
  const { region, law } = await details.read(tx);
  const isUnion = hasDuty({ country: region.country, customers: law.customers }, 'page-guarantee');
  const pages = given.filter((page) => page !== 'guarantee' || isUnion);
  return recordGiven(tx, { paymentId: id, pages, at: created_at });
}

/** Returns the pages that the buyer of a payment was given to keep, each as a file: the terms, what applies to
 * returns, and the official notice on the guarantee. Of payments of earlier versions, which recorded none, they
 * are what was published when the payment started. */
export async function findGivenTexts(
  { db, details, origin }: Pick<AppContext, 'db' | 'details' | 'origin'>,
  { id, created_at }: Given,
): Promise<GivenText[]> {
  const { shop, region } = await details.read();
  const recorded = await findGiven(db, id);
  const rows =
    recorded.length > 0
      ? recorded
      : (await findPublished(db, created_at)).filter(({ page }) => given.includes(page));
  rows.sort((one, other) => given.indexOf(one.page) - given.indexOf(other.page));
  return Promise.all(
    rows.map(async (row) => {
      const title = legalTitle(row.page, region.country);
      const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: region.zone });
      const version = texts.version(row.version, day.format(row.published_at));
      const file = row.file === null ? undefined : await findLegalFile(db, row.file);
      return {
        title,
        version,
        attachment: file
          ? {
              name: `${title}.${file.type === 'png' ? 'png' : 'jpg'}`,
              type: `image/${file.type}`,
              bytes: file.content,
            }
          : {
              name: `${title}.txt`,
              type: 'text/plain; charset=utf-8',
              bytes: Buffer.from(writeText(row, { title, version, shop: shop.name, origin })),
            },
      };
    }),
  );
}

type Head = { title: string; version: string; shop: string; origin: string };

/** Writes a page as plain text, links with their addresses. The mark at its beginning tells Windows that it is
 * UTF-8. */
function writeText({ opening, parts }: PublishedRow, { title, version, shop, origin }: Head): string {
  const plain = (text: string) =>
    readParagraphs(text)
      .map((pieces) =>
        pieces
          .map((piece) =>
            typeof piece === 'string' ? piece : `${piece.words} (${new URL(piece.to, origin).href})`,
          )
          .join(''),
      )
      .join('\n\n');
  const blocks = parts.map(({ heading, text }) => `${heading.toUpperCase()}\n\n${plain(text)}`);
  return `\ufeff${[`${shop}: ${title}`, version, opening, ...blocks].join('\n\n')}\n`;
}
