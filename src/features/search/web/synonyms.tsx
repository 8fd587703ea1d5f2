import { synonymsTexts as texts } from '#features/catalogue/texts/manage.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { DeleteButton } from '#ui/dashboard/delete-row.tsx';
import { type AskDelete, type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { TextField } from '#ui/field.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import {
  addSynonymCall,
  deleteSynonymCall,
  listSynonymsCall,
  type NewSynonym,
  newSynonymSchema,
  type Synonym,
} from '../synonym-contract.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

const listKey = ['synonyms'];

/** Synonyms for searches; an admin adds and deletes pairs here. */
export default function Synonyms() {
  const { api } = useSession();
  return (
    <AdminOnly title={texts.title}>
      <ListPage
        texts={texts}
        listKey={listKey}
        load={(_query, signal) => api.list(listSynonymsCall, { signal })}
        head={({ headingRef }) => (
          <>
            <PageHead
              title={texts.title}
              lead={texts.lead}
              headingRef={headingRef}
              link={{ to: '/dashboard/details', words: texts.toSettings }}
            />
            <SynonymForm />
          </>
        )}
        columns={columnsOf}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.none} />}
        deletion={{
          remove: ({ _id }) => api.call(deleteSynonymCall, { params: { id: _id } }),
          describe: ({ word, sameAs }) => texts.pair(word, sameAs),
          done: ({ word, sameAs }) => texts.deleted(word, sameAs),
        }}
      />
    </AdminOnly>
  );
}

/** After adding a pair, the next one can be typed immediately. */
function SynonymForm() {
  const { api } = useSession();
  const { form, field, isSending, formProps } = useCallForm({
    schema: newSynonymSchema,
    defaultValues: { word: '', sameAs: '' },
    send: (pair: NewSynonym) => api.call(addSynonymCall, { body: pair }),
    onSent: () => {
      form.setFocus('word');
      form.reset();
    },
    changes: [listKey],
    done: (_answer, { word, sameAs }) => texts.added(word, sameAs),
    fieldAtFault: (refused) => (refused === 'word' ? 'word' : 'sameAs'),
  });
  return (
    <form
      {...formProps}
      aria-label={texts.form}
      className="mb-8 grid max-w-2xl gap-x-4 gap-y-5 sm:grid-cols-2"
    >
      <TextField label={texts.columns.word} {...field('word')} />
      <TextField label={texts.columns.sameAs} {...field('sameAs')} />
      <div className="sm:col-span-2">
        <Button type="submit" busy={isSending} icon="plus">
          {texts.add}
        </Button>
      </div>
    </form>
  );
}

const columnsOf = (askDelete: AskDelete<Synonym>): ListColumn<Synonym>[] => [
  {
    key: 'word',
    width: 160,
    cell: ({ word }) => <span className="font-semibold wrap-anywhere">{word}</span>,
    card: { title: ({ word, sameAs }) => texts.pair(word, sameAs) },
  },
  { key: 'sameAs', width: 160, cell: ({ sameAs }) => <span className="wrap-anywhere">{sameAs}</span> },
  {
    key: 'action',
    width: 128,
    cell: (pair, { size }) => (
      <DeleteButton
        size={size}
        aria-label={texts.deletePair(pair.word, pair.sameAs)}
        onClick={() => askDelete(pair)}
      />
    ),
    card: 'actions',
  },
];
