import { type Ref, useRef, useState } from 'react';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { Button } from '#ui/button.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { TextField } from '#ui/field.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { notify } from '#ui/toast.tsx';
import { type NewTaxon, type TaxonKind, taxonKinds } from '../contract.ts';
import { taxonomyTexts as texts } from '../texts.ts';
import { noTaxon, ParentField, TaxonPicture, useTaxonForm } from './taxon-fields.tsx';
import { TaxonList } from './taxon-list.tsx';
import { type Taxon, useTaxonChange, useTaxonomy } from './use-taxonomy.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The categories and brands, which an admin renames, merges and orders here. */
export default function Taxonomy() {
  return (
    <AdminOnly title={texts.title}>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        link={{ to: '/dashboard/managetool', words: texts.toTools }}
      />
      <Kinds />
    </AdminOnly>
  );
}

function Kinds() {
  const taxonomy = useTaxonomy();
  const [words, setWords] = useState('');
  return (
    <>
      <QueryError of={taxonomy} />
      {taxonomy.isPending && <Skeleton className="h-96 w-full" />}
      {taxonomy.data && (
        <div className="space-y-12">
          <search aria-label={texts.title} className="block max-w-md">
            <TextField
              label={texts.search}
              type="search"
              maxLength={60}
              autoComplete="off"
              enterKeyHint="search"
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          </search>
          {taxonKinds.map((kind) => (
            <KindSection key={kind} kind={kind} taxons={taxonomy.data[kind]} words={words.trim()} />
          ))}
        </div>
      )}
    </>
  );
}

function KindSection({ kind, taxons, words }: { kind: TaxonKind; taxons: Taxon[]; words: string }) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { heading, none } = texts.kinds[kind];
  return (
    <section aria-labelledby={`taxons-${kind}`}>
      <Heading id={`taxons-${kind}`} ref={headingRef}>
        {heading}
      </Heading>
      <AddForm kind={kind} taxons={taxons} />
      {taxons.length === 0 ? (
        <EmptyState title={none} />
      ) : (
        <TaxonList kind={kind} taxons={taxons} words={words} headingRef={headingRef} />
      )}
    </section>
  );
}

function Heading({ id, ref, children }: { id: string; ref: Ref<HTMLHeadingElement>; children: string }) {
  return (
    <h2 id={id} ref={ref} tabIndex={-1} className="mb-4 text-xl">
      {children}
    </h2>
  );
}

/** After an addition, the next one can be typed at once, under the same parent. */
function AddForm({ kind, taxons }: { kind: TaxonKind; taxons: Taxon[] }) {
  const adding = useTaxonChange(kind, (calls, body: NewTaxon) => calls.add(body));
  const { form, field, problem, isSending, formProps, progress } = useTaxonForm({
    send: ({ name, parent, img }) =>
      adding.mutateAsync({ name, ...(parent && { parent }), ...(img && { img }) }),
    onSent({ name, parent }) {
      notify.success(texts.added(name));
      form.setFocus('name');
      form.reset({ ...noTaxon, parent });
    },
  });
  return (
    <form {...formProps} aria-label={texts.kinds[kind].form} className="mb-6 max-w-md space-y-4">
      <TextField
        label={texts.name}
        after={
          <Button type="submit" variant="secondary" busy={isSending} icon="plus">
            {texts.add}
          </Button>
        }
        {...field('name')}
      />
      <details>
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-link text-sm">
          {texts.kinds[kind].more}
        </summary>
        <div className="mt-2 space-y-4">
          {kind === 'category' && <ParentField field={field} taxons={taxons} />}
          <TaxonPicture form={form} progress={progress} />
        </div>
      </details>
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {problem}
      </p>
    </form>
  );
}
