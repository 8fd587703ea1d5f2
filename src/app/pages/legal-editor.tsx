import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { Link, useParams, useRevalidator } from 'react-router';
import { type LegalPage, legalPages } from '#contracts/duties.ts';
import {
  getManagedLegalCall,
  legalTextSchema,
  type ManagedPage,
  publishLegalPageCall,
  saveLegalPageCall,
} from '#features/legal/contract.ts';
import { legalLabels as labels, legalScreenTexts as texts } from '#features/legal/texts.ts';
import { managedLegalKey } from '#features/legal/web/legal-pages.tsx';
import { NoticeField } from '#features/legal/web/notice-field.tsx';
import { dutiesKey } from '#features/setup-guide/web/duties.tsx';
import { detailsPath } from '#features/shop-details/texts/manage.ts';
import { PartsFields } from '#features/shop-details/web/section-fields.tsx';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { FormFoot, RestoredNote, SwappedConflict } from '#ui/dashboard/form-parts.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { useVersionedForm } from '#ui/dashboard/use-versioned-form.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Moment } from '#ui/moment.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { notify } from '#ui/toast.tsx';
import { Article, ArticleParts } from './article.tsx';
import { NotFound } from './not-found.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.heading, texts.description);

/** The screen on which an admin corrects, saves, and publishes a legal page. */
export default function LegalEditor() {
  const { page: asked } = useParams();
  const page = legalPages.find((name) => name === asked);
  if (!page) return <NotFound />;
  return (
    <AdminOnly title={texts.heading}>
      <Loaded key={page} page={page} />
    </AdminOnly>
  );
}

const keyOf = (page: LegalPage) => ['managed legal page', page];

function Loaded({ page }: { page: LegalPage }) {
  const managed = useCall(keyOf(page), getManagedLegalCall, {
    params: { page },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data, error } = managed;
  if (!data)
    return (
      <>
        <PageHead title={texts.heading} link={{ to: detailsPath('law'), words: texts.back }} />
        {error ? <QueryError of={managed} /> : <Skeleton className="h-dvh w-full" />}
      </>
    );
  return (
    <>
      <PageHead title={data.title} link={{ to: detailsPath('law'), words: texts.back }} />
      <div className="mb-6 max-w-prose space-y-2">
        <p className="rounded-md border border-warn/40 bg-warn-wash p-3">{texts.noAdvice}</p>
        <p className="text-ink-soft">{texts.english}</p>
      </div>
      <Publication managed={data} />
      <TextForm loaded={data} />
      <Versions managed={data} />
    </>
  );
}

/** Publishes a version, or takes the page down, and shows the answer everywhere. */
function usePublishing({ page }: Pick<ManagedPage, 'page'>) {
  const { api } = useSession();
  const taken = useTaken(page);
  const { revalidate } = useRevalidator();
  return (version: number | null) => ({
    call: () => api.call(publishLegalPageCall, { params: { page }, body: { version } }),
    onDone: async (answer: ManagedPage) => {
      taken(answer);
      await revalidate();
    },
    done: version === null ? texts.takenDown : texts.published(version),
  });
}

/** Takes a page's newest state into the queries that show it. */
function useTaken(page: LegalPage) {
  const queries = useQueryClient();
  return (answer: ManagedPage) => {
    queries.setQueryData(keyOf(page), answer);
    queries.removeQueries({ queryKey: managedLegalKey });
    queries.removeQueries({ queryKey: dutiesKey });
  };
}

function Publication({ managed }: { managed: ManagedPage }) {
  const { page, title, version, published } = managed;
  const publishing = usePublishing(managed);
  return (
    <div className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-3">
      <p className="font-semibold">
        {published === null ? texts.notPublished : texts.publishedNow(published)}
      </p>
      {published !== null && (
        <LinkButton to={`/legal/${page}`} variant="secondary" size="sm">
          {texts.see}
        </LinkButton>
      )}
      {version > 0 && version !== published && (
        <ConfirmButton
          size="sm"
          variant="primary"
          label={texts.publish(version)}
          title={texts.askPublish(title, version)}
          isHarmless
          action={publishing(version)}
        >
          {texts.publishWhy}
        </ConfirmButton>
      )}
      {published !== null && (
        <ConfirmButton
          size="sm"
          variant="quiet"
          label={texts.takeDown}
          title={texts.askTakeDown(title)}
          action={publishing(null)}
        >
          {texts.takeDownWhy}
        </ConfirmButton>
      )}
    </div>
  );
}

/** The values that the form begins with: the latest version, or the draft. */
function valuesOf({ versions: [latest], draft }: ManagedPage): FieldValues {
  const { opening, parts } = latest ?? draft;
  return { opening, parts, file: latest?.file ?? '' };
}

function useTextForm(loaded: ManagedPage) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const { page } = loaded;
  const taken = useTaken(page);
  return useVersionedForm<ManagedPage, FieldValues, FieldValues>({
    // biome-ignore lint/suspicious/noExplicitAny: the file is checked where it is uploaded.
    resolver: zodResolver<any, unknown, any>(legalTextSchema, undefined, { raw: true }),
    loaded,
    valuesOf,
    draft: { name: `legal-${page}`, owner: email },
    load: () => api.call(getManagedLegalCall, { params: { page } }),
    send: ({ opening, parts, file }, { version }) =>
      api.call(saveLegalPageCall, {
        params: { page },
        body: { version, opening, parts, ...(file !== '' && { file }) },
      }),
    onSaved(saved) {
      taken(saved);
      notify.success(texts.saved(saved.version));
    },
    failed: texts.notSaved,
    check: texts.check,
  });
}

function TextForm({ loaded }: { loaded: ManagedPage }) {
  const state = useTextForm(loaded);
  const { form } = state;
  return (
    <>
      <RestoredNote isRestored={state.isRestored} onStartOver={state.startOver} />
      <div className="grid gap-x-10 gap-y-8 xl:grid-cols-2">
        <form {...state.formProps} aria-label={texts.form} className="max-w-2xl space-y-5">
          {loaded.page === 'guarantee' && <NoticeField form={form} versions={loaded.versions} />}
          <TextArea label={labels.opening} rows={2} {...fieldOf(form)('opening')} />
          <PartsFields form={form} max={16} />
          <FormFoot problem={state.problem} waiting={state.isSending ? texts.saving : undefined}>
            <Button type="submit" busy={state.isSending}>
              {texts.save(state.base.version + 1)}
            </Button>
            <UseDraft draft={loaded.draft} form={form} />
          </FormFoot>
        </form>
        {state.conflict ? (
          <SwappedConflict
            form={state}
            heading={texts.conflict}
            names={[]}
            className="max-w-2xl self-start"
          />
        ) : (
          <Preview title={loaded.title} form={form} />
        )}
      </div>
    </>
  );
}

type Form = UseFormReturn<FieldValues, unknown, FieldValues>;

function UseDraft({ draft, form }: { draft: ManagedPage['draft']; form: Form }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {texts.fromDraft}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.askDraft}
        confirmLabel={texts.fromDraft}
        isHarmless
        onConfirm={() => {
          setAsking(false);
          form.setValue('opening', draft.opening, { shouldDirty: true });
          form.setValue('parts', draft.parts, { shouldDirty: true });
        }}
      >
        <p className="max-w-prose">{texts.fromDraftWhy}</p>
      </ConfirmDialog>
    </>
  );
}

/** The page as visitors would read it. */
function Preview({ title, form }: { title: string; form: Form }) {
  const { opening, parts = [] } = useWatch({ control: form.control });
  return (
    <div aria-hidden="true" inert className="max-xl:hidden">
      <p className="label-caps mb-2 text-ink-soft">{texts.preview}</p>
      <div style={{ zoom: 0.7 }} className="overflow-hidden rounded-md border border-line bg-paper">
        <Article title={title} opening={opening}>
          <ArticleParts parts={parts} />
        </Article>
      </div>
    </div>
  );
}

function Versions({ managed }: { managed: ManagedPage }) {
  const { page, title, versions, published, version: latest } = managed;
  const publishing = usePublishing(managed);
  return (
    <section aria-labelledby="versions" className="mt-12 max-w-2xl border-t border-line pt-6">
      <h2 id="versions" className="text-xl">
        {texts.versions}
      </h2>
      <p className="mt-1 text-ink-soft">{versions.length > 0 ? texts.versionsWhy : texts.noVersions}</p>
      <ul className="mt-4 divide-y divide-line">
        {versions.map(({ version, createdAt, publishedAt }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">{texts.version(version)}</p>
              <p className="text-sm text-ink-soft">
                {texts.savedAt} <Moment at={createdAt} isShort />
                {publishedAt && (
                  <>
                    {', '}
                    {texts.publishedAt} <Moment at={publishedAt} isShort />
                  </>
                )}
              </p>
            </div>
            {version === published && <Badge tone="good">{texts.current}</Badge>}
            {publishedAt && (
              <Link
                to={`/legal/${page}?version=${version}`}
                aria-label={texts.readVersion(version)}
                className="inline-flex min-h-11 items-center text-link"
              >
                {texts.read}
              </Link>
            )}
            {version !== published && version !== latest && (
              <ConfirmButton
                size="sm"
                label={texts.publish(version)}
                title={texts.askPublish(title, version)}
                isHarmless
                action={publishing(version)}
              >
                {texts.publishWhy}
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
