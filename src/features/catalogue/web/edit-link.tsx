import { editToolTexts as texts } from '#features/catalogue/texts/manage.ts';
import { useRole } from '#features/users/web/use-dashboard.ts';
import { LinkButton } from '#ui/button.tsx';

/** Links from a tool's page to its edit form, for admins: in the gap above the order form, so that its late
 * arrival moves nothing. */
export default function EditLink({ toolId, email }: { toolId: string; email: string }) {
  if (useRole(email).data !== 'admin') return null;
  return (
    <div className="relative h-0">
      <LinkButton
        to={`/dashboard/managetool/${toolId}/edit`}
        variant="secondary"
        size="sm"
        className="absolute top-2 lg:top-4"
      >
        {texts.title}
      </LinkButton>
    </div>
  );
}
