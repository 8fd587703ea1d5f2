import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  getSetupGuideCall,
  type SetupGuide,
  type SetupStep,
  showSetupGuideCall,
  skipSetupStepCall,
} from '#features/setup-guide/contract.ts';
import { setupTexts as texts } from '#features/setup-guide/texts.ts';
import { detailsPath } from '#features/shop-details/texts/manage.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { useShopSettings } from '#ui/client/load-context.ts';
import { Icon } from '#ui/icon.tsx';
import { notify } from '#ui/toast.tsx';
import { useAction } from '#ui/use-action.ts';
import { setupGuideKey } from './back-to-guide.tsx';
import { ClearDemo } from './clear-demo.tsx';
import { liveSettings } from './live-settings.ts';

/** Fetches the set-up guide, for admins. */
export function useSetupGuide() {
  // Its steps are done on other pages.
  return useCall(setupGuideKey, getSetupGuideCall, { refetchOnMount: 'always' });
}

/** Hides the guide, or brings it back. */
export function useShowGuide(onDone?: () => unknown) {
  const { api } = useSession();
  const queries = useQueryClient();
  return useAction({
    call: (shown: boolean) => api.call(showSetupGuideCall, { body: { shown } }),
    onDone: (guide) => {
      queries.setQueryData(setupGuideKey, guide);
      return onDone?.();
    },
  });
}

type Step = SetupGuide['steps'][number];

/** Where each step is done. */
const pages: Record<Exclude<SetupStep, 'live'>, string> = {
  name: detailsPath('shop'),
  region: detailsPath('region'),
  tools: '/dashboard/addtool',
  texts: detailsPath('statistics'),
  delivery: '/dashboard/delivery-methods',
  tax: '/dashboard/tax',
  law: detailsPath('law'),
  payments: detailsPath('bank'),
  test_order: '/tools',
};

/** The steps of a new shop: what is done, what is left, and what live mode still asks for. `isFolded`: only
 * its head, until it is opened; `onGone` moves the focus once it is hidden. */
export function SetupGuidePanel({
  guide,
  isFolded,
  onGone,
}: {
  guide: SetupGuide;
  isFolded: boolean;
  onGone: () => void;
}) {
  const { steps, hasDemo } = guide;
  const hiding = useShowGuide(() => {
    notify.success(texts.hidden);
    onGone();
  });
  const settled = steps.filter(({ state }) => state !== 'open').length;
  return (
    <section aria-labelledby="setup-guide" className="rounded-md border border-line bg-surface">
      <details open={!isFolded} className="group">
        <summary className="flex cursor-pointer items-center justify-between gap-x-6 p-4 sm:px-6">
          <div>
            <h2 id="setup-guide" className="text-xl">
              {texts.title}
            </h2>
            <p className="text-ink-soft">{texts.progress(settled, steps.length)}</p>
          </div>
          <Icon name="chevron-down" className="size-5 shrink-0 group-open:rotate-180" />
        </summary>
        <ol className="divide-y divide-line border-t border-line">
          {steps.map((step) => (
            <StepRow key={step.step} step={step} guide={guide} onGone={onGone}>
              {step.step === 'tools' && <ClearDemo hasDemo={hasDemo} size="sm" />}
              {step.step === 'live' && <BeforeLive steps={steps} />}
            </StepRow>
          ))}
        </ol>
        <div className="border-t border-line p-2 sm:px-4">
          <Button variant="quiet" size="sm" busy={hiding.isPending} onClick={() => hiding.mutate(false)}>
            {texts.hide}
          </Button>
        </div>
      </details>
    </section>
  );
}

function StepRow({
  step: { step, state, missing },
  guide: { hasDemo, tools },
  onGone,
  children,
}: {
  step: Step;
  guide: SetupGuide;
  onGone: () => void;
  children?: ReactNode;
}) {
  const words = texts.steps[step];
  const isOpen = state === 'open';
  return (
    <li className="flex gap-4 p-4 sm:px-6">
      <StateMark state={state} />
      <div className="min-w-0 flex-1 items-start justify-between gap-6 md:flex">
        <div className="min-w-0">
          <h3 className="font-semibold">
            {words.title} <span className="sr-only">({texts.states[state]})</span>
            {state === 'skipped' && <Badge className="ml-2">{texts.states.skipped}</Badge>}
          </h3>
          {isOpen && <Why step={step} hasDemo={hasDemo} />}
          {step === 'tools' && <Drafts {...tools} />}
          {missing.length > 0 && <Missing missing={missing} hasDemo={hasDemo} />}
          {children && <div className="mt-2 empty:hidden">{children}</div>}
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-2 max-md:mt-3">
          <StepActions step={step} state={state} onGone={onGone} />
        </div>
      </div>
    </li>
  );
}

/** A tick, a dash, or an empty ring. The state's word is in the heading. */
function StateMark({ state }: { state: Step['state'] }) {
  const ring = 'mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border';
  if (state === 'open')
    return <span aria-hidden="true" className={`${ring} border-dashed border-line-strong`} />;
  return (
    <span
      aria-hidden="true"
      className={`${ring} ${state === 'done' ? 'border-good/30 bg-good-wash text-good' : 'border-line text-ink-soft'}`}
    >
      <Icon name={state === 'done' ? 'check' : 'minus'} className="size-4" />
    </span>
  );
}

function Why({ step, hasDemo }: { step: SetupStep; hasDemo: boolean }) {
  const { currency, mode } = useShopSettings();
  const { region, tools, texts: sampleTexts, test_order: testOrder } = texts.steps;
  const why: Partial<Record<SetupStep, string>> = {
    region: region.why(currency.toUpperCase()),
    tools: hasDemo ? tools.whyDemo : tools.why,
    texts: hasDemo ? sampleTexts.why : sampleTexts.whyOwn,
    test_order: mode === 'live' ? testOrder.whyLive : testOrder.why,
  };
  return <p className="max-w-prose text-ink-soft">{why[step] ?? String(texts.steps[step].why)}</p>;
}

/** How many of the owner's tools buyers don't see. */
function Drafts({ forSale, drafts }: SetupGuide['tools']) {
  if (drafts === 0) return null;
  return (
    <p className="max-w-prose text-ink-soft">
      {texts.drafts(drafts, forSale + drafts)}{' '}
      <Link to="/dashboard/managetool?stock=draft" className="text-link">
        {texts.seeDrafts}
      </Link>
    </p>
  );
}

/** What live mode asks for, in the owner's words. */
function Missing({ missing, hasDemo }: { missing: Step['missing']; hasDemo: boolean }) {
  const shown = missing.filter(({ setting }) => hasDemo || setting !== 'SHOP_DEMO');
  if (shown.length === 0) return null;
  return (
    <div className="mt-2 text-sm">
      <p className="label-caps text-ink-soft">{texts.beforeLive}</p>
      <ul className="mt-1 max-w-2xl space-y-1">
        {shown.map(({ setting, problem }) => (
          <li key={setting}>
            {texts.missing[setting] ?? `${setting} ${problem}`}{' '}
            {setting === 'contact' && (
              <Link to={detailsPath('contact')} className="text-link">
                {texts.changeContact}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A trial refuses the live keys, so they are set only when the shop goes live. */
const isForTheSwitch = ({ setting }: Step['missing'][number]) => setting.startsWith('STRIPE_');

/** What the last step says of the steps before it. */
function BeforeLive({ steps }: { steps: Step[] }) {
  const others = steps.filter(
    ({ step, missing }) => step !== 'live' && !missing.every(isForTheSwitch),
  ).length;
  if (steps.some(({ step, state }) => step === 'live' && state === 'done')) return null;
  return (
    <div className="space-y-3 text-sm">
      {others > 0 && <p>{texts.moreBeforeLive(others)}</p>}
      <p className="max-w-prose">{texts.going.how}</p>
      <LinesToCopy lines={['SHOP_MODE=live', ...steps.flatMap(linesOf)]} />
    </div>
  );
}

/** The settings that a step still lacks, as they are written, with examples for values that only the owner
 * knows. */
const linesOf = ({ missing }: Step) => missing.flatMap(({ setting }) => liveSettings[setting] ?? []);

function LinesToCopy({ lines }: { lines: string[] }) {
  const text = lines.join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify.success(texts.going.copied),
      () => notify.error(texts.going.notCopied),
    );
  return (
    <>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keys.
        tabIndex={0}
        className="max-w-2xl overflow-x-auto rounded-md border border-line bg-paper p-3 font-mono select-all"
      >
        {text}
      </pre>
      {/* Pages over plain HTTP have no clipboard. */}
      {globalThis.isSecureContext && (
        <Button variant="secondary" size="sm" onClick={copy}>
          {texts.going.copy}
        </Button>
      )}
    </>
  );
}

function StepActions({ step, state, onGone }: Pick<Step, 'step' | 'state'> & { onGone: () => void }) {
  const { title } = texts.steps[step];
  const skipping = useSkipStep(step, onGone);
  if (state === 'done' && (step === 'live' || step === 'test_order')) return null;
  if (state === 'done')
    return (
      <Link
        to={pages[step as keyof typeof pages]}
        aria-label={texts.changeStep(title)}
        className="text-link text-sm"
      >
        {texts.change}
      </Link>
    );
  const isOpen = state === 'open';
  // One button for both, so that it keeps the focus.
  return (
    <>
      {isOpen && <StepLinks step={step} />}
      <Button
        variant="quiet"
        size="sm"
        className="max-md:only:-ml-3"
        aria-label={isOpen ? texts.skipStep(title) : texts.undoStep(title)}
        busy={skipping.isPending}
        onClick={() => skipping.mutate(isOpen)}
      >
        {isOpen ? texts.skip : texts.undo}
      </Button>
    </>
  );
}

function StepLinks({ step }: { step: SetupStep }) {
  if (step === 'live') return null;
  const links: [to: string, words: string][] = [
    [pages[step], texts.steps[step].act],
    ...(step === 'tools' ? [['/dashboard/import', texts.steps.tools.import] as [string, string]] : []),
  ];
  return links.map(([to, words]) => (
    <LinkButton key={to} to={to} variant="secondary" size="sm">
      {words}
    </LinkButton>
  ));
}

function useSkipStep(step: SetupStep, onGone: () => void) {
  const { api } = useSession();
  const queries = useQueryClient();
  return useAction({
    call: (skipped: boolean) => api.call(skipSetupStepCall, { params: { step }, body: { skipped } }),
    onDone: (guide) => {
      queries.setQueryData(setupGuideKey, guide);
      if (guide.shown) return;
      notify.success(texts.finished);
      onGone();
    },
  });
}
