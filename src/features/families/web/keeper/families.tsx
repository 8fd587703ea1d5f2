import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod/mini';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { formatCount } from '#texts/locale.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DeleteButton } from '#ui/dashboard/delete-row.tsx';
import { type AskDelete, type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { EmptyState, ErrorState } from '#ui/list-states.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import {
  addFamilyCall,
  deleteFamilyCall,
  familyName,
  type ListedFamily,
  listManagedFamiliesCall,
} from '../../contract.ts';
import { familiesTexts as texts } from '../../keeper-texts.ts';
import { familiesKey } from './use-families.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The shop's families by name, which an admin adds, edits and deletes. */
export default function Families() {
  return (
    <AdminOnly title={texts.title}>
      <FamilyList />
    </AdminOnly>
  );
}

function FamilyList() {
  const { api } = useSession();
  return (
    <ListPage
      texts={texts}
      listKey={[...familiesKey, 'list']}
      load={({ q, cursor }, signal) => api.list(listManagedFamiliesCall, { query: { q, cursor }, signal })}
      head={({ headingRef }) => (
        <PageHead
          title={texts.title}
          lead={texts.lead}
          headingRef={headingRef}
          actions={
            <div className="flex flex-wrap gap-2">
              <LinkButton to="/dashboard/managetool" variant="secondary" size="sm">
                {texts.toTools}
              </LinkButton>
              <AddFamily />
            </div>
          }
        />
      )}
      columns={columnsWith}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState title={texts.none}>
          <p>{texts.noneWhy}</p>
        </EmptyState>
      }
      deletion={{
        remove: ({ _id: id }) => api.call(deleteFamilyCall, { params: { id } }),
        describe: ({ name }) => texts.describe(name),
        done: ({ name }) => texts.deleted(name),
      }}
    />
  );
}

const editPath = ({ _id: id }: ListedFamily) => `/dashboard/families/${id}`;

const Name = ({ family }: { family: ListedFamily }) => (
  <Link
    to={editPath(family)}
    className="inline-block min-h-6 font-semibold underline-offset-4 wrap-anywhere hover:underline"
  >
    <SavedText text={family.name} />
  </Link>
);

/** The picture of a family, or an empty place for one without. */
const Picture = ({ family: { img, picture } }: { family: ListedFamily }) => (
  <ToolPicture
    of={{ img: img ?? '', picture }}
    sizes="48px"
    className="w-12 shrink-0 rounded-md border border-line"
  />
);

/** The number of tools, linked to them. */
const Members = ({ family, isInCard = false }: { family: ListedFamily; isInCard?: boolean }) => (
  <Link
    to={`/dashboard/managetool?family=${family._id}`}
    aria-label={texts.toolsOf(family.name, family.memberCount)}
    className={classNames(
      'inline-flex min-h-6 min-w-6 items-center underline underline-offset-4',
      !isInCard && 'justify-end',
    )}
  >
    {formatCount(family.memberCount)}
  </Link>
);

const columnsWith = (ask: AskDelete<ListedFamily>): ListColumn<ListedFamily>[] => [
  {
    key: 'name',
    width: 320,
    cell: (family) => (
      <span className="flex items-center gap-3">
        <Picture family={family} />
        <Name family={family} />
      </span>
    ),
    card: { picture: (family) => <Picture family={family} />, title: (family) => <Name family={family} /> },
  },
  { key: 'category', width: 160, cell: ({ category }) => category, card: 'lead' },
  {
    key: 'members',
    width: 96,
    align: 'end',
    cell: (family) => <Members family={family} />,
    card: { figures: (family) => <Members family={family} isInCard /> },
  },
  {
    key: 'action',
    width: 184,
    cell: (family, { size }) => (
      <>
        <LinkButton
          variant="secondary"
          size={size}
          to={editPath(family)}
          aria-label={texts.editOne(family.name)}
        >
          {texts.edit}
        </LinkButton>
        <DeleteButton size={size} aria-label={texts.deleteOne(family.name)} onClick={() => ask(family)} />
      </>
    ),
    card: 'actions',
  },
];

/** Adds a family by its name, and goes on to its page. */
function AddFamily() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="sm" icon="plus" onClick={() => setIsOpen(true)}>
        {texts.add}
      </Button>
      <Dialog open={isOpen} onClose={close} title={texts.add}>
        <AddForm onClose={close} />
      </Dialog>
    </>
  );
}

const nameSchema = z.object({ name: familyName });

function AddForm({ onClose }: { onClose: () => void }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const { field, problem, isSending, formProps } = useCallForm({
    schema: nameSchema,
    defaultValues: { name: '' },
    send: ({ name }) => api.call(addFamilyCall, { body: { name, toolIds: [] } }),
    onSent: ({ insertedId }) => navigate(`/dashboard/families/${insertedId}`),
    changes: [familiesKey],
    done: (_answer, { name }) => texts.added(name),
  });
  return (
    <form {...formProps} className="space-y-5">
      <TextField label={texts.name} maxLength={200} autoComplete="off" {...field('name')} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.add}
      </DialogFoot>
    </form>
  );
}
