import EditTool, { meta } from '#features/catalogue/web/manage/edit-tool.tsx';
import { AccessoriesForm } from '#features/related-tools/web/accessories-form.tsx';

export { meta };

/** The form with which an admin edits a tool, with its accessories below. */
export default function EditToolPage() {
  return <EditTool below={(id) => <AccessoriesForm toolId={id} />} />;
}
