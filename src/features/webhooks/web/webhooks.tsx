import { Fragment, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { AdminOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { DeleteButton } from '#ui/dashboard/delete-row.tsx';
import { RowMenu } from '#ui/dashboard/dropdown.tsx';
import { type AskDelete, type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { useAction } from '#ui/use-action.ts';
import {
  changeEndpointCall,
  deleteEndpointCall,
  listEndpointsCall,
  rotateSecretCall,
  sendTestCall,
  type WebhookEndpoint,
  webhookEvents,
} from '../contract.ts';
import { webhookEventTexts } from '../texts.ts';
import { WebhookDeliveries } from './deliveries.tsx';
import { EndpointDialog, SecretDialog, type ShownSecret } from './endpoint-dialog.tsx';
import { webhookTexts as texts, webhookDeliveryTexts } from './texts.ts';

export const meta = (page: PageArgs & { params: { id?: string } }) => {
  const { title, description } = page.params.id ? webhookDeliveryTexts : texts;
  return pageMeta(page, title, description);
};

const listKey = ['webhooks'];

/** What is open over the list. */
type Opened = { form: WebhookEndpoint | 'new' } | { rotate: WebhookEndpoint } | undefined;

type RowActions = {
  edit: (endpoint: WebhookEndpoint) => void;
  rotate: (endpoint: WebhookEndpoint) => void;
  test: (endpoint: WebhookEndpoint) => void;
  turn: (endpoint: WebhookEndpoint) => void;
};

/** The endpoints that receive events, or the deliveries of one of them. */
export default function Webhooks() {
  const { id } = useParams();
  return id ? <WebhookDeliveries id={id} /> : <Endpoints />;
}

/** An admin adds, changes and deletes endpoints here. */
function Endpoints() {
  const { api } = useSession();
  const [opened, setOpened] = useState<Opened>();
  const [secret, setSecret] = useState<ShownSecret>();
  const close = () => setOpened(undefined);
  const { mutate: test } = useAction({
    call: ({ _id }: WebhookEndpoint) => api.call(sendTestCall, { params: { id: _id } }),
    done: texts.tested,
  });
  const { mutate: turn } = useAction({
    call: ({ _id, off }: WebhookEndpoint) =>
      api.call(changeEndpointCall, { params: { id: _id }, body: { isOn: off !== null } }),
    changes: [listKey],
    done: (_answer, { off }) => (off ? texts.turnedOn : texts.turnedOff),
  });
  const rotation = useAction({
    call: ({ _id }: WebhookEndpoint) => api.call(rotateSecretCall, { params: { id: _id } }),
    onDone: (created) => setSecret({ secret: created.secret, isRotated: true }),
    changes: [listKey],
    onEnd: close,
  });
  const columns = useMemo(() => {
    const actions: RowActions = {
      edit: (endpoint) => setOpened({ form: endpoint }),
      rotate: (endpoint) => setOpened({ rotate: endpoint }),
      test,
      turn,
    };
    return (askDelete: AskDelete<WebhookEndpoint>) => columnsOf(actions, askDelete);
  }, [test, turn]);
  const form = opened && 'form' in opened ? opened.form : undefined;
  const rotated = opened && 'rotate' in opened ? opened.rotate : undefined;
  return (
    <AdminOnly title={texts.title}>
      <ListPage
        texts={texts}
        listKey={listKey}
        load={(_query, signal) => api.list(listEndpointsCall, { signal })}
        head={({ headingRef }) => (
          <PageHead
            title={texts.title}
            lead={texts.lead}
            headingRef={headingRef}
            actions={
              <Button icon="plus" onClick={() => setOpened({ form: 'new' })}>
                {texts.add}
              </Button>
            }
          />
        )}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.none}>{texts.noneText}</EmptyState>}
        deletion={{
          remove: ({ _id }) => api.call(deleteEndpointCall, { params: { id: _id } }),
          describe: ({ url }) => url,
          done: () => texts.deleted,
        }}
      />
      <EndpointDialog
        endpoint={form === 'new' ? undefined : form}
        isOpen={form !== undefined}
        listKey={listKey}
        onClose={close}
        onAdded={(added) => setSecret({ secret: added, isRotated: false })}
      />
      <ConfirmDialog
        open={rotated !== undefined}
        onClose={close}
        title={texts.rotateTitle}
        confirmLabel={texts.rotateConfirm}
        busy={rotation.isPending}
        onConfirm={() => rotated && rotation.mutate(rotated)}
      >
        <div className="space-y-2">
          <p className="font-semibold wrap-anywhere">{rotated?.url}</p>
          <p className="max-w-prose text-ink-soft">{texts.rotateText}</p>
        </div>
      </ConfirmDialog>
      <SecretDialog shown={secret} onClose={() => setSecret(undefined)} />
    </AdminOnly>
  );
}

const UrlLink = ({ endpoint: { _id, url } }: { endpoint: WebhookEndpoint }) => (
  <Link
    to={`/dashboard/webhooks/${_id}`}
    title={url}
    className="text-link line-clamp-2 font-semibold wrap-anywhere"
  >
    {/* Breaks lines between the parts of an address, not within them. */}
    {url.split(/(?<=[/.?&=_-])/).map((part, at, parts) => (
      <Fragment key={parts.slice(0, at).join('')}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </Link>
);

const namesOf = ({ events }: WebhookEndpoint) =>
  webhookEvents.every((event) => events.includes(event))
    ? texts.allEvents
    : webhookEvents
        .filter((event) => events.includes(event))
        .map((event) => webhookEventTexts[event])
        .join(', ');

const Status = ({ endpoint: { off } }: { endpoint: WebhookEndpoint }) => (
  <Badge tone={off ? 'bad' : 'good'}>{off ? texts.off : texts.on}</Badge>
);

const columnsOf = (
  actions: RowActions,
  askDelete: AskDelete<WebhookEndpoint>,
): ListColumn<WebhookEndpoint>[] => [
  {
    key: 'url',
    width: 272,
    cell: (endpoint) => <UrlLink endpoint={endpoint} />,
    card: { title: (endpoint) => <UrlLink endpoint={endpoint} /> },
  },
  {
    key: 'events',
    width: 240,
    cell: (endpoint) => <p className="text-sm">{namesOf(endpoint)}</p>,
    card: 'body',
  },
  {
    key: 'state',
    width: 160,
    cell: (endpoint) => (
      <>
        <Status endpoint={endpoint} />
        {endpoint.off && <p className="mt-1 text-sm">{texts.offReasons[endpoint.off.reason]}</p>}
      </>
    ),
    card: {
      badge: (endpoint) => <Status endpoint={endpoint} />,
      foot: ({ off }) => off && <p className="text-sm">{texts.offReasons[off.reason]}</p>,
    },
  },
  {
    key: 'action',
    width: 152,
    cell: (endpoint, { size }) => {
      const { url, off } = endpoint;
      const look = { size: 'sm', variant: 'secondary' } as const;
      return (
        <div className="flex flex-wrap gap-2">
          <Button {...look} size={size} aria-label={texts.editOf(url)} onClick={() => actions.edit(endpoint)}>
            {texts.edit}
          </Button>
          <RowMenu label={texts.more(url)} size={size}>
            {!off && (
              <Button {...look} aria-label={texts.testOf(url)} onClick={() => actions.test(endpoint)}>
                {texts.test}
              </Button>
            )}
            <Button {...look} aria-label={texts.rotateOf(url)} onClick={() => actions.rotate(endpoint)}>
              {texts.rotate}
            </Button>
            <Button
              {...look}
              aria-label={off ? texts.turnOnOf(url) : texts.turnOffOf(url)}
              onClick={() => actions.turn(endpoint)}
            >
              {off ? texts.turnOn : texts.turnOff}
            </Button>
            <DeleteButton
              size="sm"
              icon={null}
              aria-label={texts.deleteOf(url)}
              onClick={() => askDelete(endpoint)}
            />
          </RowMenu>
        </div>
      );
    },
    card: 'actions',
  },
];
