import { zodResolver } from '@hookform/resolvers/zod';
import { type Ref, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { newBrandSchema, type TaxonKind, taxonKinds } from '#features/catalogue/taxonomy/contract.ts';
import { taxonomyTexts as texts } from '#features/catalogue/texts/taxonomy.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { errorMessage } from '#web/client/api-client.ts';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QueryError } from '#web/ui/error-state.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { type PageArgs, pageMeta } from '#web/ui/page-meta.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toast.tsx';
import { TaxonList } from './taxon-list.tsx';
import { type Taxon, useTaxonChange, useTaxonomy } from './use-taxonomy.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** What the tools are sorted into; an admin renames, merges and orders it here. */
export default function Taxonomy() {
  const taxonomy = useTaxonomy();
  return (
    <AdminOnly title={texts.title}>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        actions={
          <LinkButton to="/dashboard/managetool" variant="secondary">
            {texts.toTools}
          </LinkButton>
        }
      />
      <QueryError of={taxonomy} />
      {taxonomy.isPending && <Skeleton className="h-96 w-full" />}
      {taxonomy.data && (
        <div className="space-y-12">
          {taxonKinds.map((kind) => (
            <KindSection key={kind} kind={kind} taxons={taxonomy.data[kind]} />
          ))}
        </div>
      )}
    </AdminOnly>
  );
}

function KindSection({ kind, taxons }: { kind: TaxonKind; taxons: Taxon[] }) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { heading, none } = texts.kinds[kind];
  return (
    <section aria-labelledby={`taxons-${kind}`}>
      <Heading id={`taxons-${kind}`} ref={headingRef}>
        {heading}
      </Heading>
      <AddForm kind={kind} />
      {taxons.length === 0 ? (
        <EmptyState title={none} />
      ) : (
        <TaxonList kind={kind} taxons={taxons} headingRef={headingRef} />
      )}
    </section>
  );
}

function Heading({ id, ref, children }: { id: string; ref: Ref<HTMLHeadingElement>; children: string }) {
  return (
    <h2 id={id} ref={ref} tabIndex={-1} className="mb-4 text-xl sm:text-2xl">
      {children}
    </h2>
  );
}

/** After one has been added, the next one can be typed at once. */
function AddForm({ kind }: { kind: TaxonKind }) {
  const { register, handleSubmit, reset, setError, setFocus, formState } = useForm({
    resolver: zodResolver(newBrandSchema),
    defaultValues: { name: '' },
  });
  const adding = useTaxonChange(kind, (calls, body: { name: string }) => calls.add(body));
  const add = handleSubmit(({ name }) => {
    if (adding.isPending) return;
    adding.mutate(
      { name },
      {
        onSuccess() {
          notify.success(texts.added(name));
          setFocus('name');
          reset();
        },
        onError: (error) => setError('name', { message: errorMessage(error) }, { shouldFocus: true }),
      },
    );
  });
  return (
    <form
      method="post"
      noValidate
      aria-label={texts.kinds[kind].form}
      onSubmit={add}
      className="mb-6 max-w-md"
    >
      <TextField
        label={texts.name}
        error={formState.errors.name?.message}
        after={
          <Button
            type="submit"
            variant="secondary"
            busy={adding.isPending}
            icon={<Icon name="plus" className="size-4" />}
          >
            {texts.add}
          </Button>
        }
        {...register('name')}
      />
    </form>
  );
}
