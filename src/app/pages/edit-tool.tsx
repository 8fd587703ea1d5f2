import EditTool, { meta } from '#features/catalogue/web/manage/edit-tool.tsx';
import { LinksForm } from '#features/related-tools/web/links-form.tsx';

export { meta };

/** The form with which an admin edits a tool, with its links to others below. */
export default function EditToolPage() {
  return <EditTool below={(id) => <LinksForm toolId={id} />} />;
}
