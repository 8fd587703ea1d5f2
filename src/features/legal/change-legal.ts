import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#contracts/app-error.ts';
import { dutiesOf, hasDuty, type LegalPage, legalPages } from '#contracts/duties.ts';
import type { ShopDetails } from '#contracts/shop-details.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import type { Database } from '#platform/database/database.ts';
import type { LegalText, ManagedLegal, ManagedPage, PublishedText } from './contract.ts';
import { draftOf } from './draft-of.ts';
import {
  findLegalFile,
  insertPublication,
  insertVersion,
  latestVersions,
  listPublished,
  listVersions,
  lockLegalPage,
  type PublishedRow,
  type VersionRow,
} from './store.ts';
import { legalErrorTexts, legalRuleTexts, legalTitle } from './texts.ts';

/** Where a shop is, and whom it sells to. */
export const placeOf = ({ region, law }: ShopDetails) => ({ country: region.country, ...law });

/** Pages that every shop is offered, whether or not a law asks for them. */
const usual: LegalPage[] = ['notice', 'terms', 'privacy', 'returns', 'shipping'];

/** Returns the pages that a shop is offered, in order. */
export const pagesFor = (details: ShopDetails): LegalPage[] =>
  legalPages.filter((page) => usual.includes(page) || hasDuty(placeOf(details), `page-${page}`));

/** Lists the pages for their editors: those offered, and others that are published. */
export async function readManagedLegal({ db, details }: AppContext): Promise<ManagedLegal> {
  const current = await details.read();
  const { country } = current.region;
  const [published, latest] = [await listPublished(db), await latestVersions(db)];
  const keys = new Set(dutiesOf(placeOf(current)).map(({ key }) => key));
  const offered = new Set([...pagesFor(current), ...published.map(({ page }) => page)]);
  return {
    ...placeOf(current),
    pages: legalPages
      .filter((page) => offered.has(page))
      .map((page) => {
        const shown = published.find((each) => each.page === page);
        return {
          page,
          title: legalTitle(page, country),
          isDuty: keys.has(`page-${page}`),
          version: latest.get(page) ?? 0,
          published: shown?.version ?? null,
          publishedAt: shown?.published_at.toISOString() ?? null,
        };
      }),
  };
}

/** Reads a page with its versions and a draft. `within`: the transaction under way, if any. */
export async function readManagedPage(
  { db, details }: AppContext,
  page: LegalPage,
  within: Database = db,
): Promise<ManagedPage> {
  const current = await details.read(within === db ? undefined : within);
  const versions = await listVersions(within, page);
  const published = (await listPublished(within)).find((each) => each.page === page);
  return {
    page,
    title: legalTitle(page, current.region.country),
    version: versions[0]?.version ?? 0,
    published: published?.version ?? null,
    draft: draftOf(page, current),
    versions: versions.map((row) => ({
      ...textOf(row),
      version: row.version,
      createdAt: row.created_at.toISOString(),
      publishedAt: row.first_published_at?.toISOString() ?? null,
      ...(row.file !== null && { file: row.file }),
    })),
  };
}

/** Serializes a published version. */
export const serializePublished = (row: PublishedRow, country: string): PublishedText => ({
  ...textOf(row),
  page: row.page,
  title: legalTitle(row.page, country),
  version: row.version,
  publishedAt: row.published_at.toISOString(),
});

/** Where a file is shown from. */
export const addressOfFile = (hash: string, type: string) =>
  `/legal-files/${hash}.${type === 'png' ? 'png' : 'jpg'}`;

function textOf({ opening, parts, file, type, width, height }: VersionRow) {
  const picture = file !== null && {
    address: addressOfFile(file, type ?? ''),
    width: width ?? 1,
    height: height ?? 1,
  };
  return { opening, parts, ...(picture && { picture }) };
}

type NewText = LegalText & { version: number; file?: string | undefined };

/** Saves a text as a page's next version; the same text again is no new one. @throws AppError
 * version_conflict with the current page; invalid_input for a file that was not uploaded or is on another
 * page */
export function saveLegalPage(context: AppContext, page: LegalPage, text: NewText): Promise<ManagedPage> {
  const { version, opening, parts, file = null } = text;
  return context.db.transaction().execute(async (tx) => {
    await lockLegalPage(tx, page);
    const current = await readManagedPage(context, page, tx);
    if (current.version !== version)
      throw new AppError('version_conflict', legalErrorTexts.changedMeanwhile, { field: 'version', current });
    await checkFile(tx, page, file);
    const [latest] = current.versions;
    if (latest && isDeepStrictEqual(comparable(latest), { opening, parts, file })) return current;
    await insertVersion(tx, { page, version: version + 1, opening, parts, file }, context.clock.now());
    await recordAudit(context, tx, { action: 'legal_page_saved', details: { page, version: version + 1 } });
    return readManagedPage(context, page, tx);
  });
}

const comparable = ({ opening, parts, file }: LegalText & { file?: string | undefined }) => ({
  opening,
  parts: parts.map(({ heading, text }) => ({ heading, text })),
  file: file ?? null,
});

async function checkFile(db: Database, page: LegalPage, file: string | null): Promise<void> {
  if (file === null) return;
  if (page !== 'guarantee')
    throw new AppError('invalid_input', legalErrorTexts.fileElsewhere, { field: 'file' });
  if (!(await findLegalFile(db, file)))
    throw new AppError('invalid_input', legalRuleTexts.noFile, { field: 'file' });
}

/** Words in brackets that are not a link's: what a draft asks its owner for. */
const PLACEHOLDER = /\[[^[\]]+\](?!\()/g;

/** Publishes a version of a page, or takes the page down. Publishing what is published changes nothing.
 * @throws AppError not_found for a version that the page does not have; invalid_input for one that is
 * unfinished */
export function publishLegalPage(
  context: AppContext,
  page: LegalPage,
  version: number | null,
): Promise<ManagedPage> {
  return context.db.transaction().execute(async (tx) => {
    await lockLegalPage(tx, page);
    const current = await readManagedPage(context, page, tx);
    if (current.published === version) return current;
    if (version !== null) assertFinished(current, version);
    await insertPublication(tx, page, version, context.clock.now());
    await recordAudit(context, tx, {
      action: version === null ? 'legal_page_taken_down' : 'legal_page_published',
      details: { page, ...(version !== null && { version }) },
    });
    await invalidateEverywhere(tx);
    return readManagedPage(context, page, tx);
  });
}

function assertFinished({ page, versions }: ManagedPage, version: number): void {
  const text = versions.find((each) => each.version === version);
  if (!text) throw new AppError('not_found', legalErrorTexts.noSuchVersion);
  const words = [text.opening, ...text.parts.flatMap(({ heading, text: words }) => [heading, words])].join(
    '\n',
  );
  const [placeholder] = words.match(PLACEHOLDER) ?? [];
  if (placeholder)
    throw new AppError('invalid_input', legalErrorTexts.placeholders(placeholder), { field: 'version' });
  if (page === 'guarantee' && !text.picture)
    throw new AppError('invalid_input', legalErrorTexts.noFile, { field: 'version' });
}
