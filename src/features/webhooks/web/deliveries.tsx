import { type ReactNode, useMemo, useState } from 'react';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Moment } from '#ui/moment.tsx';
import { useAction } from '#ui/use-action.ts';
import {
  getWebhookDeliveryCall,
  listEndpointsCall,
  listWebhookDeliveriesCall,
  resendWebhookDeliveryCall,
  type WebhookDelivery,
} from '../contract.ts';
import { webhookEventTexts, webhookProblemTexts } from '../texts.ts';
import { webhookDeliveryTexts as texts } from './texts.ts';

type RowActions = { open: (delivery: WebhookDelivery) => void; resend: (delivery: WebhookDelivery) => void };

/** What was sent to one endpoint, newest first, each of which can be sent again. */
export function WebhookDeliveries({ id }: { id: string }) {
  const { api } = useSession();
  const [shown, setShown] = useState<WebhookDelivery>();
  const listKey = ['webhooks', id];
  const endpoints = useCall(['webhooks', 'names'], listEndpointsCall, {});
  const { mutate: resend } = useAction({
    call: ({ _id }: WebhookDelivery) =>
      api.call(resendWebhookDeliveryCall, { params: { id, deliveryId: _id } }),
    changes: [listKey],
    done: texts.resent,
  });
  const columns = useMemo(() => columnsOf({ open: setShown, resend }), [resend]);
  const url = endpoints.data?.find(({ _id }) => _id === id)?.url;
  return (
    <AdminOnly title={texts.title}>
      <ListPage
        texts={texts}
        listKey={listKey}
        load={({ q, filter: state, cursor }, signal) =>
          api.list(listWebhookDeliveriesCall, { params: { id }, query: { q, state, cursor }, signal })
        }
        head={({ headingRef }) => (
          <PageHead
            title={texts.title}
            lead={<span className="wrap-anywhere">{texts.lead(url)}</span>}
            headingRef={headingRef}
            link={{ to: '/dashboard/webhooks', words: texts.toWebhooks }}
          />
        )}
        filter={{ name: 'state', label: texts.state, options: texts.stateChoice }}
        alwaysSearched={false}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
      />
      <Dialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown ? eventOf(shown) : ''}
      >
        {shown && <Exchange endpointId={id} delivery={shown} onClose={() => setShown(undefined)} />}
      </Dialog>
    </AdminOnly>
  );
}

const eventOf = ({ type }: WebhookDelivery): string =>
  (webhookEventTexts as Partial<Record<string, string>>)[type] ?? texts.testEvent;

const answerOf = ({ status, problem, durationMs }: WebhookDelivery): string =>
  [
    status ?? (problem && webhookProblemTexts[problem]),
    durationMs === null ? null : texts.milliseconds(durationMs),
  ]
    .filter((part) => part !== null)
    .join(' · ');

const tones = { waiting: 'neutral', delivered: 'good', failed: 'bad' } as const;

function Status({ delivery: { state, attempts } }: { delivery: WebhookDelivery }) {
  const isRetrying = state === 'waiting' && attempts > 0;
  return (
    <Badge tone={isRetrying ? 'warn' : tones[state]}>{texts.states[isRetrying ? 'retrying' : state]}</Badge>
  );
}

const columnsOf = ({ open, resend }: RowActions): ListColumn<WebhookDelivery>[] => [
  {
    key: 'occurredAt',
    width: 152,
    cell: ({ occurredAt }) => <Moment isShort at={occurredAt} />,
    card: 'lead',
  },
  {
    key: 'type',
    width: 208,
    cell: (delivery) => <span className="font-semibold">{eventOf(delivery)}</span>,
    card: { title: eventOf },
  },
  {
    key: 'state',
    width: 120,
    cell: (delivery) => <Status delivery={delivery} />,
    card: 'badge',
  },
  {
    key: 'answer',
    width: 176,
    cell: answerOf,
    card: {
      body: (delivery) => [answerOf(delivery), texts.attempts(delivery.attempts)].filter(Boolean).join(' · '),
    },
  },
  { key: 'attempts', width: 96, align: 'end', cell: ({ attempts }) => attempts },
  {
    key: 'action',
    width: 208,
    cell: (delivery, { size }) => {
      const name = eventOf(delivery);
      return (
        <div className="flex flex-wrap gap-2">
          <Button
            size={size}
            variant="secondary"
            aria-label={texts.detailsOf(name)}
            onClick={() => open(delivery)}
          >
            {texts.details}
          </Button>
          <Button
            size={size}
            variant="secondary"
            aria-label={texts.resendOf(name)}
            onClick={() => resend(delivery)}
          >
            {texts.resend}
          </Button>
        </div>
      );
    },
    card: 'actions',
  },
];

/** What was sent, and the beginning of the answer. */
function Exchange({
  endpointId,
  delivery,
  onClose,
}: {
  endpointId: string;
  delivery: WebhookDelivery;
  onClose: () => void;
}) {
  const { _id: deliveryId, eventId, attempts } = delivery;
  const exchange = useCall(['webhooks', endpointId, 'exchange', deliveryId], getWebhookDeliveryCall, {
    params: { id: endpointId, deliveryId },
  });
  return (
    <div className="grid min-w-0 gap-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Status delivery={delivery} />
        <span>{answerOf(delivery)}</span>
      </p>
      <dl className="space-y-1 text-sm">
        <Fact label={texts.columns.occurredAt}>
          <Moment at={delivery.occurredAt} />
        </Fact>
        <Fact label={texts.columns.attempts}>{attempts}</Fact>
        {delivery.nextTryAt && (
          <Fact label={texts.nextTry}>
            <Moment at={delivery.nextTryAt} />
          </Fact>
        )}
        <Fact label={texts.eventId}>{eventId}</Fact>
      </dl>
      {exchange.error ? (
        <QueryError of={exchange} />
      ) : exchange.data ? (
        <>
          <Written label={texts.body}>{exchange.data.body && formatBody(exchange.data.body)}</Written>
          {delivery.status !== null && (
            <Written label={texts.answer}>{exchange.data.answer || texts.noAnswer}</Written>
          )}
        </>
      ) : (
        <Skeleton className="h-64 w-full" />
      )}
      <div className="flex justify-end">
        <Button variant="secondary" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </div>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-4">
    <dt className="w-20 text-ink-soft">{label}</dt>
    <dd className="min-w-0 wrap-anywhere tabular-nums">{children}</dd>
  </div>
);

const formatBody = (body: string) => JSON.stringify(JSON.parse(body), null, 2);

const Written = ({ label, children }: { label: string; children: string | null }) => (
  <section aria-label={label}>
    <h3 className="mb-1.5 text-sm font-semibold">{label}</h3>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys.
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-md border border-line bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere"
    >
      {children ?? texts.notComposed}
    </pre>
  </section>
);
