import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { editToolCall, getManagedToolCall } from '#features/catalogue/managed-contract.ts';
import { draftTexts, editToolTexts as texts } from '#features/catalogue/texts/manage.ts';
import { setPlaceholderTool } from '#features/catalogue/web/tool-query.ts';
import { useUpload } from '#features/pictures/web/upload-pictures.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { LinkButton } from '#ui/button.tsx';
import { ApiError } from '#ui/client/api-client.ts';
import { useRegion, useShopSettings } from '#ui/client/load-context.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { useVersionedForm } from '#ui/dashboard/use-versioned-form.ts';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { notify } from '#ui/toast.tsx';
import { DocumentsForm } from './documents-form.tsx';
import { EditConflict } from './edit-conflict.tsx';
import { ToolForm } from './tool-form.tsx';
import {
  editsOf,
  fieldsOf,
  formNames,
  type ToolFields,
  toolFormRules,
  withPicture,
} from './use-tool-form.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The form with which an admin edits a tool. `below` is shown below its documents. */
export default function EditTool({ below }: { below: (toolId: string) => ReactNode }) {
  const { id = '' } = useParams();
  return (
    <AdminOnly title={texts.title}>
      <PageHead
        title={texts.title}
        actions={
          <div className="flex flex-wrap gap-3">
            <SeeTool id={id} />
            <LinkButton to={`/dashboard/addtool?copy=${id}`} variant="secondary">
              {texts.copy}
            </LinkButton>
          </div>
        }
      />
      <LoadedTool key={id} id={id}>
        {below(id)}
      </LoadedTool>
    </AdminOnly>
  );
}

function useEditedTool(id: string) {
  // The form keeps the values that it started with; a newer version is reported when this one is saved.
  return useCall(['edited tool', id], getManagedToolCall, {
    params: { id },
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Links to the page that buyers see, which a draft does not have. */
function SeeTool({ id }: { id: string }) {
  const { data } = useEditedTool(id);
  if (data?.img === '') return null;
  return (
    <LinkButton to={`/tools/${id}`} variant="secondary">
      {texts.seeTool}
    </LinkButton>
  );
}

function LoadedTool({ id, children }: { id: string; children: ReactNode }) {
  const tool = useEditedTool(id);
  const { data, error } = tool;
  if (data) {
    return (
      <>
        <EditToolForm tool={data} />
        <DocumentsForm toolId={id} given={data.documents} />
        {children}
      </>
    );
  }
  if (!error) return <Skeleton className="h-96 w-full" />;
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status)) return <QueryError of={tool} />;
  return (
    <EmptyState title={texts.gone}>
      <p>{texts.goneWhy}</p>
    </EmptyState>
  );
}

function EditToolForm({ tool }: { tool: ToolDetails }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const queries = useQueryClient();
  const upload = useUpload();
  const { units } = useRegion();
  const { currency } = useShopSettings();
  const [saved, setSaved] = useState<ToolDetails>();
  const params = { id: tool._id };
  const versioned = useVersionedForm<ToolDetails, ToolFields>({
    ...toolFormRules({ isNew: false, mayBeDraft: tool.img === '', units }),
    loaded: tool,
    valuesOf: (loaded) => fieldsOf(loaded, units, currency),
    draft: { name: `tool-${tool._id}`, owner: email, fields: formNames },
    load: () => api.call(getManagedToolCall, { params }),
    async send(fields, seen) {
      const img = await withPicture(fields, upload.upload);
      const body = { ...editsOf(seen, fields, img, units, currency), version: seen.version };
      return api.call(editToolCall, { params, body });
    },
    onSaved(answer) {
      setSaved(answer);
      return queries.invalidateQueries({ queryKey: ['tools'] });
    },
    // Fields that this admin has not changed take the other version's values.
    onConflict({ before, theirs, mine }) {
      const [was, now] = [fieldsOf(before, units, currency), fieldsOf(theirs, units, currency)];
      for (const name of formNames) if (mine[name] === was[name]) form.setValue(name, now[name]);
    },
    failed: texts.failed,
  });
  const { form, base, conflict } = versioned;

  const { hash } = useLocation();
  useEffect(() => {
    const named = formNames.find((name) => hash === `#${name}`);
    if (named) form.setFocus(named, { shouldSelect: true });
  }, [hash, form]);

  const leave = useLeave();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is saved.
  useEffect(() => {
    if (!saved) return;
    if (saved.img !== '') setPlaceholderTool(saved);
    notify.success(texts.saved(saved.name));
    leave();
  }, [saved]);

  return (
    <ToolForm
      state={{ ...versioned, ...upload }}
      stockHint={texts.stockHint}
      isDone={saved !== undefined}
      words={{ submit: texts.save, waiting: texts.saving, leave: texts.leave }}
    >
      {base.img === '' && <p className="mb-5 max-w-prose font-medium">{draftTexts.why}</p>}
      {conflict && <EditConflict key={conflict.theirs.version} form={form} conflict={conflict} />}
    </ToolForm>
  );
}

/** Returns to the page that opened the form, or to the list of tools if there is none in the shop. */
function useLeave() {
  const navigate = useNavigate();
  return () => {
    const hasBefore = Number(window.history.state?.idx) > 0;
    void (hasBefore ? navigate(-1) : navigate('/dashboard/managetool'));
  };
}
