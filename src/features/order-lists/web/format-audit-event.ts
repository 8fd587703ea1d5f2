import { type AuditEvent, auditActionTexts } from '#features/audit/contract.ts';
import { byStaffTexts } from '#features/orders/texts/by-staff.ts';
import { orderHistoryTexts as texts } from '#features/orders/texts/orders.ts';
import { type CountForms, counted } from '#texts/locale.ts';

/** Describes an audit event: what happened, its units, amounts and reasons, and who did it. `shown` formats
 * amounts in minor units. */
export function formatAuditEvent(event: AuditEvent, shown: (cents: number) => string) {
  return { title: titleOf(event), details: detailsOf(event, shown), actor: actorOf(event) };
}

function titleOf({ action, details }: AuditEvent): string {
  if (action !== 'refused') return auditActionTexts[action];
  const code = String(details.code);
  return texts.refused(texts.refusals[code] ?? code);
}

function detailsOf({ action, details }: AuditEvent, shown: (cents: number) => string): string[] {
  const units = (count: unknown, forms: CountForms) => typeof count === 'number' && counted(count, forms);
  const amount = (cents: unknown) => typeof cents === 'number' && shown(cents);
  const words = [
    units(
      details.quantity,
      action.startsWith('order_') && action !== 'order_shipped' ? texts.ordered : texts.units,
    ),
    units(details.unitsHeld, texts.reserved),
    units(details.unitsSold, texts.sold),
    units(details.unitsGivenBack, texts.released),
    amount(details.totalCents ?? details.amountCents),
    action === 'order_marked_paid' && byStaffTexts.methods[details.method === 'cash' ? 'cash' : 'transfer'],
    details.reference,
    typeof details.mail === 'string' && (texts.emails[details.mail] ?? details.mail),
    typeof details.reason === 'string' && (texts.reasons[details.reason] ?? details.reason),
    details.quote,
    details.call,
    details.role,
    typeof details.outcome === 'string' && (texts.outcomes[details.outcome] ?? details.outcome),
  ];
  return words.filter((word) => typeof word === 'string');
}

/** An email, or the part of the shop that acted automatically. */
function actorOf({ actor, actorEmail }: AuditEvent): string {
  if (actorEmail && actor === 'admin') return texts.admin(actorEmail);
  if (actorEmail && actor === 'staff') return texts.staff(actorEmail);
  if (actorEmail) return actorEmail;
  return texts.actors[actor.startsWith('job:') ? 'job' : actor] ?? actor;
}
