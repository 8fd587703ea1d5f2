import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findManagedTool, lockTool } from '#features/catalogue/store.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { breaksConstraint, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { type LinkField, linkFields, MAX_LINKS, type ManagedLinks, type NewLinks } from './contract.ts';
import { findManagedLinks, findReferenced, findSuccessors, type Referenced, replaceLinks } from './store.ts';
import { linkErrorTexts as texts } from './texts.ts';

/** Returns all links of a tool, as staff see them. */
export async function readManagedLinks(db: Database, toolId: string): Promise<ManagedLinks> {
  const links = await findManagedLinks(db, toolId);
  const of = (field: LinkField) => links.flatMap(({ field: own, ...link }) => (own === field ? link : []));
  return {
    accessories: of('accessories'),
    spareParts: of('spareParts'),
    replacedBy: of('replacedBy')[0] ?? null,
    replaces: of('replaces'),
  };
}

/** Sets a tool's links of the given kinds, and returns all of them. @throws AppError not_found; invalid_input if
 * one is the tool itself or not in the shop; conflict if replacements would form a circle or too long a chain,
 * or a tool has another successor */
export async function setLinks(context: AppContext, toolId: string, given: NewLinks): Promise<ManagedLinks> {
  const setting = context.db.transaction().execute(async (tx) => {
    await lockTool(tx, toolId);
    if (!(await findManagedTool(tx, toolId))) throw new AppError('not_found', toolErrorTexts.noSuchTool);
    const before = await readManagedLinks(tx, toolId);
    const wanted = await readReferences(tx, toolId, given, before);
    const changes = wanted.filter(({ field, ids }) => !isAlike(field, idsIn(before, field), ids));
    if (changes.length === 0) return before;
    await assertFree(tx, toolId, changes.find(({ field }) => field === 'replaces')?.tools ?? []);
    await replaceLinks(
      tx,
      changes.map(({ field, ids }) => ({ toolId, field, ids })),
    );
    const fields = changes.map(({ field }) => field).join(', ');
    await recordAudit(context, tx, { action: 'tool_edited', toolId, details: { fields } });
    await invalidateEverywhere(tx);
    return readManagedLinks(tx, toolId);
  });
  return setting.catch((error) => {
    throw linkProblem(error) ?? error;
  });
}

const idsIn = (links: ManagedLinks, field: LinkField) => [links[field] ?? []].flat().map(({ _id }) => _id);

/** Whether links are the same; what a tool replaces is in no order. */
const isAlike = (field: LinkField, one: string[], other: string[]) =>
  field === 'replaces' ? one.toSorted().join() === other.toSorted().join() : one.join() === other.join();

type Wanted = { field: LinkField; ids: string[]; tools: Referenced[] };

/** Finds the tools that are meant. @throws AppError invalid_input if one is unknown, or the tool itself */
async function readReferences(
  tx: DatabaseTransaction,
  toolId: string,
  given: NewLinks,
  before: ManagedLinks,
): Promise<Wanted[]> {
  const named = linkFields.flatMap((field) =>
    given[field] === undefined ? [] : [{ field, references: [given[field] ?? []].flat() }],
  );
  const found = await findReferenced(
    tx,
    named.flatMap(({ references }) => references),
  );
  return named.map(({ field, references }) => {
    // Deleted tools stay linked until they are removed, and can be replaced.
    const isMeant = (tool: Referenced | undefined): tool is Referenced =>
      tool !== undefined &&
      (tool.state !== 'deleted' || field === 'replaces' || idsIn(before, field).includes(tool._id));
    const tools = references.map((reference) => found.get(reference.toLowerCase()));
    const unknown = references.filter((_, nth) => !isMeant(tools[nth]));
    if (unknown.length > 0) throw new AppError('invalid_input', texts.noSuchTools(unknown), { field });
    const meant = tools.filter(isMeant);
    const ids = [...new Set(meant.map(({ _id }) => _id))];
    if (ids.includes(toolId)) throw new AppError('invalid_input', texts.itself, { field });
    return { field, ids, tools: meant };
  });
}

/** @throws AppError conflict if one of the tools to be replaced has another successor */
async function assertFree(tx: DatabaseTransaction, toolId: string, tools: Referenced[]): Promise<void> {
  const successors = await findSuccessors(
    tx,
    tools.map(({ _id }) => _id),
  );
  const taken = tools.find(({ _id }) => (successors.get(_id) ?? toolId) !== toolId);
  if (!taken) return;
  const other = (await findReferenced(tx, [successors.get(taken._id) ?? ''])).values().next().value;
  const message = other ? texts.hasSuccessor(calledAs(taken), calledAs(other)) : texts.otherSuccessor;
  throw new AppError('conflict', message, { field: 'replaces' });
}

const calledAs = ({ name, part_number }: Referenced) => part_number ?? name;

const constraints: Record<string, [LinkField | undefined, string]> = {
  tool_links_no_cycle: [undefined, texts.cycle],
  tool_links_short_chain: [undefined, texts.longChain],
  tool_links_few_predecessors: [undefined, texts.manyReplaced(MAX_LINKS)],
  tool_links_pkey: ['replaces', texts.otherSuccessor],
};

/** The error that tells which rule of links the database has enforced; `undefined` for any other. */
export function linkProblem(error: unknown): AppError | undefined {
  for (const [constraint, [field, message]] of Object.entries(constraints))
    if (breaksConstraint(error, constraint)) return new AppError('conflict', message, field && { field });
  return undefined;
}
