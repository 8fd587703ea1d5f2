import { type ReactNode, useState } from 'react';
import { OrderLink } from '#features/orders/web/order-list.tsx';
import { PartNumber } from '#features/orders/web/part-number.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { saveFile } from '#ui/client/save-file.ts';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { CustomerLink } from '#ui/dashboard/row-card.tsx';
import { useFocusKept } from '#ui/dashboard/use-focus-kept.ts';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useTimes } from '#ui/moments.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { ToolPicture } from '#ui/tool-picture.tsx';
import { useAction } from '#ui/use-action.ts';
import { changeReturnCall, getReturnLabelCall, type Return, type ReturnLine } from '../contract.ts';
import { canMoveReturn, openReturnStates, type ReturnReader } from '../return-states.ts';
import { returnTexts as texts } from '../screen-texts.ts';
import { returnReasonTexts } from '../texts.ts';
import { ReceiveForm } from './receive-form.tsx';
import { awaitedOf, isMissing, ReturnBadge, useReturn, useReturnChange } from './return-parts.tsx';
import { RETURNS, slipPath } from './return-paths.ts';
import { AddPictures, ReturnPictures } from './return-pictures.tsx';
import { StaffActions } from './staff-actions.tsx';

type OfReturn = { made: Return; reader: ReturnReader };

/** One return: what comes back and what became of it, with what its buyer or staff can do next. */
export function ReturnPage({ id, reader }: { id: string; reader: ReturnReader }) {
  const found = useReturn(id);
  const { data, error } = found;
  if (data) return <LoadedReturn made={data} reader={reader} />;
  return (
    <>
      <PageHead title={texts.pageTitle} />
      {isMissing(error) ? <NoSuchReturn reader={reader} /> : <QueryError of={found} />}
      {!error && <Skeleton className="h-96 w-full" />}
    </>
  );
}

function LoadedReturn({ made, reader }: OfReturn) {
  const [isReceiving, setReceiving] = useState(false);
  const canReceive = canMoveReturn(made.state, 'received', reader);
  const isForm = isReceiving && canReceive;
  const headingRef = useFocusKept(`${made.state} ${isForm}`);
  const isOpen = canMoveReturn(made.state, 'closed', reader);
  const isEnded = !openReturnStates.includes(made.state);
  return (
    <>
      <Head made={made} reader={reader} headingRef={headingRef} />
      {isForm ? (
        <ReceiveForm made={made} onClose={() => setReceiving(false)} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-3">
          <div className="grid min-w-0 gap-6 xl:col-span-2">
            <Part title={texts.lines}>
              <ul className="divide-y divide-line">
                {made.lines.map((line) => (
                  <Line key={line.orderId} line={line} made={made} reader={reader} />
                ))}
              </ul>
            </Part>
            {(made.note || made.pictures.length > 0 || (isOpen && reader === 'buyer')) && (
              <Part title={reader === 'buyer' ? texts.note : texts.buyersNote}>
                {made.note && <p className="max-w-prose whitespace-pre-line wrap-anywhere">{made.note}</p>}
                <ReturnPictures of={made} />
                {isOpen && reader === 'buyer' && <AddPictures of={made} />}
              </Part>
            )}
          </div>
          <Part title={isEnded ? texts.summaryOfEnded : texts.summary} className="max-xl:order-first">
            <Next made={made} reader={reader} />
            <div className="flex flex-wrap gap-3 empty:hidden xl:flex-col">
              {reader === 'staff' ? (
                <StaffActions made={made} onReceive={() => setReceiving(true)} />
              ) : (
                isOpen && <TakeBack made={made} />
              )}
            </div>
          </Part>
        </div>
      )}
    </>
  );
}

function Head({ made, reader, headingRef }: OfReturn & { headingRef: ReturnType<typeof useFocusKept> }) {
  const times = useTimes();
  const { number, state, kind, name, email, purchaseNumber, requestedAt } = made;
  const isStaff = reader === 'staff';
  return (
    <PageHead
      title={texts.title(number)}
      headingRef={headingRef}
      lead={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ReturnBadge state={state} reader={reader} />
          {kind === 'withdrawal' && <span className="font-semibold text-ink">{texts.withdrawal}</span>}
          {isStaff && (
            <span className="wrap-anywhere">
              {name} <CustomerLink email={email} />
            </span>
          )}
          <span className="tabular-nums">
            {texts.order} {isStaff ? <OrderLink number={purchaseNumber} /> : purchaseNumber}
          </span>
          <time dateTime={requestedAt}>{texts.requestedAt(times.shortMoment(requestedAt))}</time>
        </span>
      }
      actions={
        <LinkButton to={RETURNS} variant="secondary" size="sm">
          {isStaff ? texts.toReturns : texts.toMyReturns}
        </LinkButton>
      }
    />
  );
}

function Part({
  title,
  className = '',
  children,
}: {
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={title}
      className={classNames(
        'min-w-0 space-y-4 rounded-md border border-line bg-surface p-4 sm:p-5',
        className,
      )}
    >
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  );
}

/** One order of a return: how many of its units come back and why, and what became of them. */
function Line({ line, made, reader }: OfReturn & { line: ReturnLine }) {
  const { orderNumber, toolName, quantity, reason, received, rejectedReason } = line;
  const facts = useFacts(line, made, reader);
  return (
    <li className="flex gap-3 py-3 first:pt-0 last:pb-0">
      <ToolPicture
        of={line}
        sizes="80px"
        className="w-14 shrink-0 self-start rounded-md border border-line"
      />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="font-semibold wrap-anywhere">
          <SavedText text={toolName} />
          <PartNumber of={line} className="text-sm" />
        </p>
        <p className="text-sm text-ink-soft tabular-nums">
          {reader === 'staff' ? <OrderLink number={orderNumber} /> : orderNumber} · {texts.quantity(quantity)}{' '}
          · {returnReasonTexts[reason]}
        </p>
        {received > 0 && <p className="text-sm tabular-nums">{facts.join(' · ')}</p>}
        {rejectedReason && (
          <p className="text-sm wrap-anywhere whitespace-pre-line">{texts.why(rejectedReason)}</p>
        )}
      </div>
    </li>
  );
}

/** What became of the units of a line that have arrived, and how many are still to come. */
function useFacts(line: ReturnLine, { state }: Return, reader: ReturnReader): string[] {
  const price = usePrice();
  const { quantity, received, accepted, restocked, deducted, refunded } = line;
  const left = awaitedOf(line);
  const facts = [
    texts.received(received, quantity),
    received > accepted && texts.accepted(accepted),
    received > accepted && texts.rejected(received - accepted),
    reader === 'staff' && restocked > 0 && texts.restocked(restocked),
    deducted > 0 && texts.deducted(price(deducted)),
    refunded > 0 && texts.refunded(price(refunded)),
    left > 0 && state === 'approved' && texts.awaited(left),
  ];
  return facts.flatMap((fact) => fact || []);
}

/** What is to be done now, and by whom: the address, the label, and the packing slip once it is approved. */
function Next({ made, reader }: OfReturn) {
  const isStaff = reader === 'staff';
  const { state, kind, reason, address, postage, declaredName, declaredEmail } = made;
  return (
    <>
      <p role="status">{(isStaff ? texts.standingForStaff : texts.standing)[state]}</p>
      {isStaff && kind === 'withdrawal' && (
        <p className="text-sm wrap-anywhere text-ink-soft">{texts.declaredBy(declaredName, declaredEmail)}</p>
      )}
      {reason && (
        <Fact label={state === 'closed' ? texts.closing : isStaff ? texts.refusalForStaff : texts.refusal}>
          <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
        </Fact>
      )}
      {state === 'approved' && (
        <>
          <Fact label={texts.sendTo}>
            <address className="whitespace-pre-line not-italic wrap-anywhere">{address}</address>
          </Fact>
          {postage && (
            <p className="text-sm">{(isStaff ? texts.postageByForStaff : texts.postageBy)[postage]}</p>
          )}
          <div className="flex flex-wrap gap-3 xl:flex-col">
            <LinkButton to={slipPath(made._id)} target="_blank" variant={isStaff ? 'secondary' : 'primary'}>
              {texts.slip}
            </LinkButton>
            <Label made={made} />
          </div>
        </>
      )}
    </>
  );
}

/** Opens the shipping label, or saves the one that staff have uploaded. */
function Label({ made: { _id: id, labelUrl, hasLabel } }: { made: Return }) {
  const { api } = useSession();
  const saving = useAction({
    call: async () => saveFile(await api.request(getReturnLabelCall, { params: { id } })),
  });
  return (
    <>
      {labelUrl && (
        <LinkButton to={labelUrl} target="_blank" rel="noreferrer" variant="secondary">
          {texts.openLabel}
        </LinkButton>
      )}
      {hasLabel && (
        <Button variant="secondary" busy={saving.isPending} onClick={() => saving.mutate()}>
          {texts.saveLabel}
        </Button>
      )}
    </>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <p className="label-caps text-ink-soft">{label}</p>
    <div className="mt-1">{children}</div>
  </div>
);

/** Lets the buyer keep the items after all, until some have arrived. */
function TakeBack({ made: { _id: id, lines } }: { made: Return }) {
  const { api } = useSession();
  const closing = useReturnChange<void>(() =>
    api.call(changeReturnCall, { params: { id }, body: { state: 'closed' } }),
  );
  if (lines.some(({ received }) => received > 0)) return null;
  return (
    <ConfirmButton
      variant="danger"
      label={texts.takeBack}
      title={texts.takeBackTitle}
      cancelLabel={texts.keep}
      action={{ ...closing, done: texts.takenBack }}
    >
      {texts.takeBackWhy}
    </ConfirmButton>
  );
}

function NoSuchReturn({ reader }: { reader: ReturnReader }) {
  return (
    <EmptyState title={texts.missing}>
      <p>{texts.missingWhy}</p>
      <LinkButton to={RETURNS} className="mt-5">
        {reader === 'staff' ? texts.toReturns : texts.toMyReturns}
      </LinkButton>
    </EmptyState>
  );
}
