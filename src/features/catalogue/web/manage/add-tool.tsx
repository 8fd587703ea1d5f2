import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { addToolCall, getManagedToolCall } from '#features/catalogue/managed-contract.ts';
import { documentsFormTexts } from '#features/catalogue/texts/documents.ts';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { QueryError } from '#ui/error-state.tsx';
import { addToolTexts as texts } from '#ui/form-texts.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { notify } from '#ui/toast.tsx';
import { ToolForm } from './tool-form.tsx';
import { readPriceBreaks, readSpecifications, writePriceBreaks } from './typed-rows.ts';
import { fieldsOf, noFields, readPictures, useToolForm } from './use-tool-form.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The form by which an admin puts a new tool into the shop; with `?copy=` and a tool's id filled in as that tool is. */
export default function AddTool() {
  const [parameters] = useSearchParams();
  return (
    <AdminOnly title={texts.title}>
      <PageHead title={texts.title} />
      <LoadedForm copied={parameters.get('copy')} />
    </AdminOnly>
  );
}

/** The form, once what is copied is there. Where that is over, it stays the same form, for the next tool. */
function LoadedForm({ copied }: { copied: string | null }) {
  const { api } = useSession();
  const id = copied ?? '';
  const tool = useQuery({
    queryKey: ['copied tool', id],
    queryFn: ({ signal }) => api.call(getManagedToolCall, { params: { id }, signal }),
    enabled: id !== '',
    refetchOnWindowFocus: false,
  });
  if (!id || tool.data) return <AddToolForm copied={tool.data} />;
  return tool.error ? <QueryError of={tool} /> : <Skeleton className="h-96 w-full" />;
}

function AddToolForm({ copied }: { copied: ToolDetails | undefined }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const [toolsAdded, setToolsAdded] = useState(0);
  const [added, setAdded] = useState<{ id: string; name: string }>();
  // Of what is copied, the one after it is no copy.
  const of = toolsAdded === 0 ? copied : undefined;
  const state = useToolForm({
    isNew: true,
    // No other tool may have its part number.
    given: of
      ? { ...fieldsOf(of), part_number: '', price_breaks: writePriceBreaks(of.price_breaks) }
      : noFields,
    draftName: of ? `copy-${of._id}` : 'tool',
    failed: texts.failed,
    async send(
      { image: _, category, brand, part_number, pictures, specifications = '', price_breaks = '', ...tool },
      img,
    ): Promise<void> {
      const body = {
        ...tool,
        img,
        pictures: readPictures(pictures, img),
        category: category || undefined,
        brand: brand || undefined,
        part_number: part_number || undefined,
        specifications: readSpecifications(specifications),
        price_breaks: readPriceBreaks(price_breaks),
        documents_of: of?.documents.length ? of._id : undefined,
      };
      const { insertedId } = await api.call(addToolCall, { body });
      notify.success(texts.added);
      setAdded({ id: insertedId, name: tool.name });
      state.startOver({ ...noFields, category, brand });
      setToolsAdded((count) => count + 1);
    },
  });
  const { form } = state;

  // The emptied form knows its fields again only after it has been shown.
  useEffect(() => {
    if (toolsAdded > 0) form.setFocus('name');
  }, [toolsAdded, form]);

  useEffect(() => {
    if (toolsAdded > 0 && copied) void navigate('/dashboard/addtool', { replace: true });
  }, [toolsAdded, copied, navigate]);

  return (
    <ToolForm state={state} words={{ submit: texts.add, waiting: texts.adding, leave: texts.leave }}>
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
