import { addToolTexts as texts } from '#texts/forms.ts';
import { pageMeta } from '#web/page-meta.ts';
import { AddToolForm } from './add-tool-form.tsx';
import { AdminOnly } from './admin-only.tsx';
import { PageHead } from './page-head.tsx';

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
