import { type ReactNode, useEffect, useRef } from 'react';
import { data, useSearchParams } from 'react-router';
import { hasWithdrawPage, WITHDRAW_PATH } from '#contracts/shop-settings.ts';
import { getDetailsCall } from '#features/shop-details/contract.ts';
import { AuthStep, ErrorText } from '#features/sign-in/web/auth-layout.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { declareWithdrawalCall } from '#features/withdrawals/contract.ts';
import { withdrawPageTexts as texts } from '#features/withdrawals/texts.ts';
import {
  FORM_LINES,
  problemField,
  problemsOf,
  readSent,
  toWithdrawal,
  typedLines,
  type WithdrawalProblems,
  type WithdrawalValues,
} from '#features/withdrawals/web/sent-withdrawal.ts';
import { Button } from '#ui/button.tsx';
import { ApiError } from '#ui/client/api-client.ts';
import { apiContext, settingsContext } from '#ui/client/load-context.ts';
import { CheckField, TextField } from '#ui/field.tsx';
import { useTimes } from '#ui/moments.ts';
import { publicPageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/withdraw.ts';

/** The page as the server renders it. @throws Response 404 where the shop's law has no withdrawals */
export async function loader({ context, request: { signal } }: Route.LoaderArgs) {
  if (!hasWithdrawPage(context.get(settingsContext))) throw data(null, 404);
  const { contact } = await context.get(apiContext).call(getDetailsCall, { signal });
  return { contact: contact.email };
}

/** The same, from the browser. */
export async function clientLoader() {
  const { loadDetails } = await import('#features/shop-details/web/load-details.ts');
  return { contact: (await loadDetails()).contact.email };
}

/** What a sent form leads to: the form with problems, the second step, or the end. */
type Outcome = {
  values: WithdrawalValues;
  problems: WithdrawalProblems;
  failure?: string;
  step: 'form' | 'review' | 'sent';
  declaredAt?: string;
};

/** Handles both steps, which are forms without scripts: the second press declares. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData();
  const values = readSent(sent);
  const problems = problemsOf(values);
  if (Object.keys(problems).length > 0) return data<Outcome>({ values, problems, step: 'form' }, 400);
  const step = sent.get('step');
  if (step !== 'confirm')
    return data<Outcome>({ values, problems, step: step === 'change' ? 'form' : 'review' });
  try {
    const body = toWithdrawal(values);
    const { declaredAt } = await context.get(apiContext).call(declareWithdrawalCall, { body });
    return data<Outcome>({ values, problems, step: 'sent', declaredAt });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { field, message, status } = error;
    const wrong = problemField(field);
    if (wrong) return data<Outcome>({ values, problems: { [wrong]: message }, step: 'form' }, status);
    return data<Outcome>({ values, problems, failure: texts.notSent(message), step: 'review' }, status);
  }
}

export const meta: Route.MetaFunction = (args) =>
  publicPageMeta(args, { title: texts.title, description: texts.description, path: WITHDRAW_PATH });

/** Consumers withdraw from a contract, without logging in, in two steps (Directive 2011/83/EU, art. 11a). */
export default function Withdraw({ loaderData, actionData }: Route.ComponentProps) {
  const step = actionData?.step ?? 'form';
  if (step === 'sent' && actionData) return <Sent {...actionData} contact={loaderData.contact} />;
  if (step === 'review' && actionData) return <Review {...actionData} />;
  return <WithdrawForm sent={actionData} />;
}

function WithdrawForm({ sent }: { sent: Outcome | undefined }) {
  const [search] = useSearchParams();
  const form = useFilledForm();
  const { problems = {} } = sent ?? {};
  const values = sent?.values ?? valuesOfAddress(search);
  const first = (['name', 'orderNumber', 'email', 'lines'] as const).find((name) => problems[name]);
  return (
    <AuthStep title={texts.title} lead={texts.lead}>
      <form ref={form} method="post" action={WITHDRAW_PATH} noValidate className="space-y-5">
        <TextField
          label={texts.name}
          name="name"
          autoComplete="name"
          maxLength={200}
          defaultValue={values.name}
          error={problems.name}
          autoFocus={first === 'name'}
        />
        <TextField
          label={texts.orderNumber}
          name="orderNumber"
          hint={texts.orderNumberHint}
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
          defaultValue={values.orderNumber}
          error={problems.orderNumber}
          autoFocus={first === 'orderNumber'}
        />
        <TextField
          label={texts.email}
          name="email"
          type="email"
          hint={texts.emailHint}
          autoComplete="email"
          defaultValue={values.email}
          error={problems.email}
          autoFocus={first === 'email'}
        />
        <fieldset className="space-y-2">
          <legend className="mb-1.5 text-sm font-semibold">{texts.what}</legend>
          <CheckField
            type="radio"
            name="scope"
            value="all"
            defaultChecked={values.isWhole}
            className="min-h-11"
          >
            {texts.whole}
          </CheckField>
          <CheckField
            type="radio"
            name="scope"
            value="some"
            defaultChecked={!values.isWhole}
            className="min-h-11"
          >
            {texts.some}
          </CheckField>
          <LineFields values={values} problem={problems.lines} />
        </fieldset>
        <ErrorText>{sent?.failure}</ErrorText>
        <Button type="submit" className="w-full">
          {texts.next}
        </Button>
      </form>
    </AuthStep>
  );
}

/** Fields for the items' numbers and quantities, which count for 'Only these items'. */
function LineFields({ values, problem }: { values: WithdrawalValues; problem: string | undefined }) {
  return (
    <div className="space-y-3 border-l-2 border-line pl-4">
      <p className="text-sm text-ink-soft">{texts.someHint}</p>
      {values.lines.map((line, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields stay in their order.
        <div key={nth} className="grid grid-cols-3 gap-3">
          <TextField
            label={texts.lineNumber(nth + 1)}
            name={`lineNumber${nth}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={40}
            className="col-span-2"
            defaultValue={line.orderNumber}
            error={nth === 0 ? problem : undefined}
          />
          <TextField
            label={texts.lineQuantity(nth + 1)}
            name={`lineQuantity${nth}`}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            defaultValue={line.quantity}
          />
        </div>
      ))}
    </div>
  );
}

/** Fills in who is logged in, once that is known, where nothing is typed. */
function useFilledForm() {
  const form = useRef<HTMLFormElement>(null);
  const { user } = useSession();
  useEffect(() => {
    const fill = (name: string, text: string | null | undefined) => {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement && field.value === '' && text) field.value = text;
    };
    fill('name', user?.displayName);
    fill('email', user?.email);
  }, [user]);
  return form;
}

/** The order that My Orders links with: `?order=TY-10482&quantity=2`. */
function valuesOfAddress(search: URLSearchParams): WithdrawalValues {
  const orderNumber = search.get('order') ?? '';
  const quantity = search.get('quantity') ?? '';
  const lines = Array.from({ length: FORM_LINES }, (_, nth) =>
    nth === 0 && quantity ? { orderNumber, quantity } : { orderNumber: '', quantity: '' },
  );
  return { name: '', orderNumber, email: '', isWhole: quantity === '', lines };
}

/** The second step: what is declared, and the press that declares it. */
function Review({ values, failure }: Outcome) {
  const { name, orderNumber, email } = values;
  const lines = typedLines(values);
  return (
    <AuthStep title={texts.review} lead={texts.reviewLead}>
      <form method="post" action={WITHDRAW_PATH} className="space-y-5">
        <dl className="space-y-3">
          <Fact label={texts.orderNumber}>{orderNumber}</Fact>
          <Fact label={texts.lines}>
            {lines.length === 0
              ? texts.whole
              : lines.map((line) => (
                  <span key={line.orderNumber} className="block">
                    {texts.line(line.orderNumber, line.quantity)}
                  </span>
                ))}
          </Fact>
          <Fact label={texts.name}>{name}</Fact>
          <Fact label={texts.email}>{email}</Fact>
        </dl>
        <Hidden name="name" value={name} />
        <Hidden name="orderNumber" value={orderNumber} />
        <Hidden name="email" value={email} />
        <Hidden name="scope" value={values.isWhole ? 'all' : 'some'} />
        {values.lines.map((line, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields stay in their order.
          <span key={nth}>
            <Hidden name={`lineNumber${nth}`} value={line.orderNumber} />
            <Hidden name={`lineQuantity${nth}`} value={line.quantity} />
          </span>
        ))}
        <ErrorText>{failure}</ErrorText>
        <Button type="submit" name="step" value="confirm" className="w-full">
          {texts.confirm}
        </Button>
        <Button type="submit" name="step" value="change" variant="secondary" className="w-full">
          {texts.change}
        </Button>
      </form>
    </AuthStep>
  );
}

const Hidden = (field: { name: string; value: string }) => <input type="hidden" {...field} />;

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="label-caps text-ink-soft">{label}</dt>
    <dd className="mt-1 wrap-anywhere">{children}</dd>
  </div>
);

/** The same for every number and email. */
function Sent({ values, declaredAt = '', contact }: Outcome & { contact: string }) {
  const times = useTimes();
  return (
    <AuthStep title={texts.sent}>
      <div className="space-y-4 wrap-anywhere">
        <p>{texts.sentText(values.email, times.minute(declaredAt))}</p>
        <p>{texts.noEmail(contact)}</p>
      </div>
    </AuthStep>
  );
}
