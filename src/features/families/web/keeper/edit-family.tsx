import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { Tool } from '#features/catalogue/contract.ts';
import { listManagedToolsCall } from '#features/catalogue/managed-contract.ts';
import { familyPath } from '#features/catalogue/rules.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { LinkButton } from '#ui/button.tsx';
import { type ApiClient, ApiError } from '#ui/client/api-client.ts';
import { DeleteButton, DeleteDialog, useRowDeletion } from '#ui/dashboard/delete-row.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { deleteFamilyCall, type ManagedFamily } from '../../contract.ts';
import { familiesTexts, editFamilyTexts as texts } from '../../keeper-texts.ts';
import { FamilyForm } from './family-form.tsx';
import { FamilyMembers } from './family-members.tsx';
import { MergeFamily } from './merge-family.tsx';
import { familiesKey, useManagedFamily } from './use-families.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The editor of a family: its fields, its members in order, and what becomes of it. */
export default function EditFamily() {
  const { id = '' } = useParams();
  return (
    <AdminOnly title={texts.title}>
      <LoadedFamily key={id} id={id} />
    </AdminOnly>
  );
}

function LoadedFamily({ id }: { id: string }) {
  const family = useManagedFamily(id);
  const members = useMembers(family.data);
  const { data, error } = family;
  if (error instanceof ApiError && [400, 404].includes(error.status)) {
    return (
      <>
        <PageHead title={texts.title} link={toFamilies} />
        <EmptyState title={texts.gone}>
          <p>{texts.goneWhy}</p>
        </EmptyState>
      </>
    );
  }
  if (!data) {
    return (
      <>
        <PageHead title={texts.title} link={toFamilies} />
        {error ? <QueryError of={family} /> : <Skeleton className="h-96 w-full" />}
      </>
    );
  }
  return (
    <>
      <PageHead
        title={data.name}
        link={toFamilies}
        actions={
          members.data?.some(({ img }) => img !== '') && (
            <LinkButton to={familyPath(data)} variant="secondary">
              {texts.viewInShop}
            </LinkButton>
          )
        }
      />
      <FamilyForm family={data} />
      {members.data ? (
        <FamilyMembers family={data} members={members.data} />
      ) : members.error ? (
        <QueryError of={members} />
      ) : (
        <Skeleton className="mt-10 h-96 w-full" />
      )}
      <WholeFamily family={data} />
    </>
  );
}

const toFamilies = { to: '/dashboard/families', words: texts.toFamilies };

/** Loads the tools of a family, in its order. */
function useMembers(family: ManagedFamily | undefined) {
  const { api } = useSession();
  return useQuery({
    queryKey: [...familiesKey, family?._id, 'members', family?.version],
    enabled: family !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const tools = new Map<string, Tool>();
      for (const tool of await loadTools(api, family?._id ?? '', signal)) tools.set(tool._id, tool);
      return family?.toolIds.flatMap((id) => tools.get(id) ?? []) ?? [];
    },
  });
}

async function loadTools(api: ApiClient, family: string, signal: AbortSignal): Promise<Tool[]> {
  const tools: Tool[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.list(listManagedToolsCall, { query: { family, cursor }, signal });
    tools.push(...page.rows);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

/** Merges or deletes the family. */
function WholeFamily({ family }: { family: ManagedFamily }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const isGone = useRef(false);
  const leave = () => navigate('/dashboard/families');
  const deletion = useRowDeletion<ManagedFamily>([...familiesKey, 'list'], {
    async remove({ _id: id }) {
      await api.call(deleteFamilyCall, { params: { id } });
      isGone.current = true;
    },
    done: ({ name }) => {
      if (isGone.current) void leave();
      return familiesTexts.deleted(name);
    },
  });
  return (
    <section className="mt-10 flex flex-wrap gap-3 border-t border-line pt-6">
      <MergeFamily family={family} />
      <DeleteButton onClick={() => deletion.ask(family)} />
      <DeleteDialog {...deletion}>{familiesTexts.describe(family.name)}</DeleteDialog>
    </section>
  );
}
