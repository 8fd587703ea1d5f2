import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { addToolTexts as texts } from '#web/texts/forms.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import { AddToolForm } from './add-tool-form.tsx';

export const meta = () => pageMeta(texts.title, texts.description);

/** The form by which an admin puts a new tool into the shop. */
export default function AddTool() {
  return (
    <AdminOnly title={texts.title}>
      <PageHead title={texts.title} />
      <AddToolForm />
    </AdminOnly>
  );
}
