import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { addToolCall, getManagedToolCall } from '#features/catalogue/managed-contract.ts';
import { documentsFormTexts } from '#features/catalogue/texts/documents.ts';
import { useUpload } from '#features/pictures/web/upload-pictures.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { useRegion, useShopSettings } from '#ui/client/load-context.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { useDraft } from '#ui/dashboard/use-draft.ts';
import { addToolTexts as texts } from '#ui/form-texts.ts';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { notify } from '#ui/toast.tsx';
import { readPriceBreaks, readSpecifications, writePriceBreaks } from './form-rows.ts';
import { ToolForm } from './tool-form.tsx';
import {
  fieldsOf,
  filledFields,
  formNames,
  noFields,
  readPictures,
  storedMeasures,
  type ToolFields,
  toolFormRules,
  withPicture,
} from './use-tool-form.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The form with which an admin adds a tool; `?copy=` prefills it with the tool of that id. */
export default function AddTool() {
  const [parameters] = useSearchParams();
  return (
    <AdminOnly title={texts.title}>
      <PageHead title={texts.title} />
      <LoadedForm copied={parameters.get('copy')} />
    </AdminOnly>
  );
}

/** The form, once the tool to copy has loaded. After a copy is added, it remains the same form, for the next
 * tool. */
function LoadedForm({ copied }: { copied: string | null }) {
  const id = copied ?? '';
  const tool = useCall(['copied tool', id], getManagedToolCall, {
    params: { id },
    enabled: id !== '',
    refetchOnWindowFocus: false,
  });
  if (!id || tool.data) return <AddToolForm copied={tool.data} />;
  return tool.error ? <QueryError of={tool} /> : <Skeleton className="h-96 w-full" />;
}

function AddToolForm({ copied }: { copied: ToolDetails | undefined }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const queries = useQueryClient();
  const upload = useUpload();
  const { units } = useRegion();
  const { currency } = useShopSettings();
  const navigate = useNavigate();
  const [toolsAdded, setToolsAdded] = useState(0);
  const [added, setAdded] = useState<{ id: string; name: string }>();
  // Only the first tool is prefilled with the copy.
  const of = toolsAdded === 0 ? copied : undefined;
  // Both numbers are the original's own.
  const given: ToolFields = of
    ? {
        ...fieldsOf(of, units, currency),
        part_number: '',
        gtin: '',
        price_breaks: writePriceBreaks(of.price_breaks, currency),
      }
    : noFields;
  const callForm = useCallForm<ToolFields, ToolFields, { insertedId: string }>({
    ...toolFormRules({ isNew: true, mayBeDraft: false, units }),
    defaultValues: given,
    failed: texts.failed,
    async send(fields) {
      const img = await withPicture(fields, upload.upload);
      const { image: _, pictures, specifications = '', price_breaks = '', ...tool } = fields;
      const body = {
        ...tool,
        ...storedMeasures(fields, units),
        ...filledFields(fields),
        img,
        pictures: readPictures(pictures, img),
        specifications: readSpecifications(specifications),
        price_breaks: readPriceBreaks(price_breaks),
        documents_of: of?.documents.length ? of._id : undefined,
      };
      return api.call(addToolCall, { body });
    },
    onSent({ insertedId }, { name, category, brand }) {
      notify.success(texts.added);
      setAdded({ id: insertedId, name });
      startOver({ ...noFields, category, brand });
      setToolsAdded((count) => count + 1);
      return queries.invalidateQueries({ queryKey: ['tools'] });
    },
  });
  const { form } = callForm;
  const draft = useDraft(form, {
    name: of ? `copy-${of._id}` : 'tool',
    owner: email,
    fields: formNames,
    given,
  });

  /** Discards what was typed and starts with `fields`. */
  function startOver(fields = given) {
    form.reset(fields);
    draft.forget();
  }

  // The emptied form can focus a field only after it has rendered.
  useEffect(() => {
    if (toolsAdded > 0) form.setFocus('name');
  }, [toolsAdded, form]);

  useEffect(() => {
    if (toolsAdded > 0 && copied) void navigate('/dashboard/addtool', { replace: true });
  }, [toolsAdded, copied, navigate]);

  return (
    <ToolForm
      state={{ ...callForm, ...upload, isRestored: draft.isRestored, startOver: () => startOver() }}
      words={{ submit: texts.add, waiting: texts.adding, leave: texts.leave }}
    >
      {added && (
        <p className="mb-5">
          <Link to={`/dashboard/managetool/${added.id}/edit#documents`} className="text-link">
            {documentsFormTexts.addTo(added.name)}
          </Link>
        </p>
      )}
      {of && of.documents.length > 0 && (
        <p className="mb-5 text-ink-soft">{documentsFormTexts.copied(of.documents.length)}</p>
      )}
    </ToolForm>
  );
}
