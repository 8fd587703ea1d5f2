import { useMemo, useState } from 'react';
import { scopeFacts } from '#contracts/scopes.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DeleteButton } from '#ui/dashboard/delete-row.tsx';
import { type AskDelete, type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmailText } from '#ui/dashboard/row-card.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Moment } from '#ui/moment.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { type ApiKey, deleteApiKeyCall, listApiKeysCall } from '../contract.ts';
import { apiKeysTexts as texts } from '../texts.ts';
import { NewApiKeyDialog } from './new-api-key.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** One's own keys for programs; for admins everyone's. */
export default function ApiKeys() {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const { data: role = 'user', isPending } = useRole(email);
  const [isMaking, setMaking] = useState(false);
  const listKey = useMemo(() => ['api-keys', email], [email]);
  // The columns follow from the role, and do not change before the reader's eyes.
  if (isPending) return <Skeleton className="h-dvh w-full" />;
  return (
    <>
      <ListPage
        texts={texts}
        listKey={listKey}
        load={({ cursor }, signal) => api.list(listApiKeysCall, { query: { cursor }, signal })}
        head={({ headingRef }) => (
          <PageHead
            title={texts.title}
            lead={
              <>
                {texts.lead}{' '}
                <a href="/api-reference" className="text-link">
                  {texts.reference}
                </a>
              </>
            }
            headingRef={headingRef}
            actions={
              <Button onClick={() => setMaking(true)} icon="plus">
                {texts.add}
              </Button>
            }
          />
        )}
        columns={role === 'admin' ? columnsWithOwner : columnsOf}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.none} />}
        deletion={{
          remove: ({ _id }) => api.call(deleteApiKeyCall, { params: { id: _id } }),
          describe: ({ name }) => name,
          done: ({ name }) => texts.deleted(name),
        }}
      />
      <NewApiKeyDialog role={role} open={isMaking} onClose={() => setMaking(false)} listKey={listKey} />
    </>
  );
}

const columnsWithOwner = (askDelete: AskDelete<ApiKey>) => {
  const [name, ...others] = columnsOf(askDelete);
  const owner: ListColumn<ApiKey> = {
    key: 'owner',
    width: 176,
    cell: ({ ownerEmail }) => ownerEmail && <EmailText email={ownerEmail} />,
    card: 'body',
  };
  return name ? [name, owner, ...others] : [];
};

const columnsOf = (askDelete: AskDelete<ApiKey>): ListColumn<ApiKey>[] => [
  {
    key: 'name',
    width: 176,
    cell: (apiKey) => (
      <>
        <span className="block font-semibold wrap-anywhere">{apiKey.name}</span>
        <Marks apiKey={apiKey} />
      </>
    ),
    card: { title: ({ name }) => name, body: (apiKey) => <Marks apiKey={apiKey} /> },
  },
  {
    key: 'scopes',
    width: 256,
    cell: ({ scopes }) => (
      <ul className="text-sm">
        {scopes.map((scope) => (
          <li key={scope}>{scopeFacts[scope].text}</li>
        ))}
      </ul>
    ),
    card: 'body',
  },
  {
    key: 'lastUsed',
    width: 136,
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment isShort at={lastUsedAt} /> : texts.never),
    card: 'figures',
  },
  {
    key: 'end',
    width: 136,
    cell: (apiKey) => <End apiKey={apiKey} />,
    card: 'figures',
  },
  {
    key: 'action',
    width: 128,
    cell: (apiKey, { size }) => (
      <DeleteButton size={size} aria-label={texts.deleteOne(apiKey.name)} onClick={() => askDelete(apiKey)} />
    ),
    card: 'actions',
  },
];

/** By what its holder knows a key, and where it may be used. */
const Marks = ({ apiKey: { lastFour, addresses } }: { apiKey: ApiKey }) => (
  <span className="block text-sm wrap-anywhere text-ink-soft">
    <code>{texts.ending(lastFour)}</code>
    {addresses.length > 0 && <span className="block">{texts.from(addresses)}</span>}
  </span>
);

function End({ apiKey: { state, expiresAt } }: { apiKey: ApiKey }) {
  if (state === 'active') return expiresAt ? <Moment isShort at={expiresAt} /> : texts.noEnd;
  const { label, why } = texts.states[state];
  return (
    <Badge tone="bad" title={why}>
      {label}
    </Badge>
  );
}
