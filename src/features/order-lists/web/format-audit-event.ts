import { type AuditEvent, auditActionTexts } from '#features/audit/contract.ts';
import { byStaffTexts } from '#features/orders/texts/by-staff.ts';
import { orderHistoryTexts as texts } from '#features/orders/texts/orders.ts';
import { type CountForms, counted } from '#texts/locale.ts';

/** Describes an audit event: what happened, its units, amounts and reasons, and who did it. `shown` formats
 * amounts in minor units. */
export function formatAuditEvent(event: AuditEvent, shown: (cents: number) => string) {
  return { title: titleOf(event), details: detailsOf(event, shown), actor: actorOf(event) };
}

type OfOrder = AuditEvent & { orderNumber: string };

/** Within this time, the same action on several orders of a purchase counts as one. */
const TOGETHER_MS = 2000;

/** Merges what was done to several orders of a purchase at once: the first event, with all their numbers, and
 * their units and amounts in total. */
export function mergeEvents(events: readonly OfOrder[]): { event: AuditEvent; numbers: string[] }[] {
  const merged: { event: AuditEvent; numbers: string[] }[] = [];
  for (const event of events) {
    const same = merged.findLast(
      ({ event: first, numbers }) => isSameAction(first, event) && !numbers.includes(event.orderNumber),
    );
    if (!same) merged.push({ event, numbers: [event.orderNumber] });
    else {
      same.numbers.push(event.orderNumber);
      same.event = { ...same.event, details: totalOf(same.event, event) };
    }
  }
  return merged;
}

/** Details of each order, which add up over the orders of a purchase. */
const sums = ['quantity', 'unitsHeld', 'unitsSold', 'unitsGivenBack', 'totalCents', 'amountCents'];

/** An invoice's amount is that of all its orders already. */
const isSum = ({ action }: AuditEvent, name: string) => sums.includes(name) && !action.startsWith('invoice_');

const totalOf = (one: AuditEvent, other: AuditEvent): AuditEvent['details'] =>
  Object.fromEntries(
    Object.entries(one.details).map(([name, value]) => [
      name,
      isSum(one, name) ? Number(value) + Number(other.details[name] ?? 0) : value,
    ]),
  );

const isSameAction = (one: AuditEvent, other: AuditEvent) =>
  one.action === other.action &&
  one.actor === other.actor &&
  one.actorEmail === other.actorEmail &&
  wordsOf(one) === wordsOf(other) &&
  Date.parse(other.at) - Date.parse(one.at) <= TOGETHER_MS;

/** What the details say besides units and amounts: another reason or method is another event. */
const wordsOf = (event: AuditEvent) =>
  detailsOf(
    {
      ...event,
      details: Object.fromEntries(Object.entries(event.details).filter(([name]) => !isSum(event, name))),
    },
    String,
  ).join('\n');

function titleOf({ action, details }: AuditEvent): string {
  if (action !== 'refused') return auditActionTexts[action];
  const code = String(details.code);
  return texts.refused(texts.refusals[code] ?? code);
}

function detailsOf({ action, details, apiKeyId }: AuditEvent, shown: (cents: number) => string): string[] {
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
    details.return,
    details.call,
    details.role,
    details.scopes,
    typeof details.outcome === 'string' && (texts.outcomes[details.outcome] ?? details.outcome),
    apiKeyId && texts.byApiKey,
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
