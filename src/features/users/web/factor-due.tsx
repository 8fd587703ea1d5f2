import { Link, useLocation } from 'react-router';
import { dashboardTexts, factorDueTexts as texts } from '#ui/dashboard/texts.ts';
import { Redirect } from '#ui/redirect.tsx';
import { lacksFactor } from '../roles-contract.ts';
import { useRoleReply } from './use-dashboard.ts';

const SECURITY = '/dashboard/security';
const MINUTE_MS = 60_000;

/** Tells staff of whom a second factor is demanded how long they can go without one. Once that is over, every
 * page of the dashboard leads to where they set it up. */
export function FactorDue({ email }: { email: string }) {
  const { data, dataUpdatedAt } = useRoleReply(email);
  const { pathname } = useLocation();
  if (data?.factorDueAt === undefined) return null;
  const isOverdue = lacksFactor(data);
  const minutes = Math.max(1, Math.ceil((Date.parse(data.factorDueAt) - dataUpdatedAt) / MINUTE_MS));
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-warn/40 bg-warn-wash px-4 py-3 print:hidden"
    >
      {isOverdue && pathname !== SECURITY && <Redirect to={SECURITY} />}
      <p className="min-w-52 flex-1">{isOverdue ? texts.overdue : texts.due(minutes)}</p>
      {pathname !== SECURITY && (
        <Link to={SECURITY} className="text-link">
          {dashboardTexts.parts.security}
        </Link>
      )}
    </div>
  );
}
