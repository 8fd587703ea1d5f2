import { pageMeta } from '#web/page-meta.ts';
import { AddToolForm } from './add-tool-form.tsx';
import { AdminOnly } from './admin-only.tsx';
import { PageHead } from './page-head.tsx';

export const meta = () => pageMeta('Add a tool', 'Put a new tool into the shop.');

/** The form by which an admin puts a new tool into the shop. */
export default function AddTool() {
  return (
    <AdminOnly title="Add a tool">
      <PageHead title="Add a tool" />
      <AddToolForm />
    </AdminOnly>
  );
}
