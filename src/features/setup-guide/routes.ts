import { accountOf } from '#contracts/shop-details.ts';
import type { AppContext } from '#features/app-context.ts';
import { getDutiesCall } from '#features/legal/contract.ts';
import { findMadeUpContacts } from '#features/shop-details/store.ts';
import { defaultName } from '#features/shop-details/texts/defaults.ts';
import { madeUpContactsText } from '#features/shop-details/texts/manage.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { clearDemo } from './clear-demo.ts';
import {
  clearDemoDataCall,
  getDemoDataCall,
  getSetupGuideCall,
  type SetupGuide,
  type SetupStep,
  setupSteps,
  showSetupGuideCall,
  skipSetupStepCall,
} from './contract.ts';
import { dailyDuties, readDuties } from './read-duties.ts';
import { countDemoData, readGuideRow, writeShown, writeSkipped } from './store.ts';

/** Routes of the set-up guide, and of the demo catalogue that it offers to clear. */
export function setupGuideRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getSetupGuideCall, {}, async () => readSetupGuide(context));

  serve(api, showSetupGuideCall, {}, async ({ body: { shown } }) => {
    const { isFinished } = await readSetupGuide(context);
    // Brought back with a step open, it goes with the last one, as at first.
    await writeShown(context.db, shown ? (isFinished ? 'always' : 'until_done') : 'never');
    return readSetupGuide(context);
  });

  serve(api, skipSetupStepCall, {}, async ({ params: { step }, body: { skipped } }) => {
    await writeSkipped(context.db, step, skipped);
    return readSetupGuide(context);
  });

  serve(api, getDutiesCall, {}, () => readDuties(context));

  serve(api, getDemoDataCall, {}, async () => countDemoData(context.db));

  serve(api, clearDemoDataCall, { changesCatalogue: true }, async () => clearDemo(context));
}

/** Reads what is done in the shop, what is skipped, and what live mode still asks for. */
export async function readSetupGuide(
  context: Pick<AppContext, 'db' | 'config' | 'details' | 'cardPayments' | 'clock'>,
): Promise<SetupGuide> {
  const { db, config, cardPayments } = context;
  const [row, details] = await Promise.all([readGuideRow(db), context.details.read()]);
  const { duties } = await readDuties(context);
  const done: Partial<Record<SetupStep, boolean>> = {
    ...row.done,
    name: details.shop.name !== defaultName,
    law: duties.every(({ key, state }) => state !== 'missing' || dailyDuties.includes(key)),
    payments: cardPayments.kind === 'stripe' || accountOf(details) !== undefined,
    live: config.mode === 'live',
  };
  const contacts = findMadeUpContacts(details);
  const missing = [
    ...(contacts.length > 0 ? [{ setting: 'contact', problem: madeUpContactsText(contacts) }] : []),
    ...config.missingForLive,
  ];
  const steps = setupSteps.map((step) => ({
    step,
    state: done[step]
      ? ('done' as const)
      : row.skipped.includes(step)
        ? ('skipped' as const)
        : ('open' as const),
    missing: missing.filter(({ setting }) => stepOf(setting) === step),
  }));
  const isFinished = steps.every(({ state }) => state !== 'open');
  const shown = row.shown === 'always' || (row.shown === 'until_done' && !isFinished);
  return { shown, isFinished, steps, tools: row.tools, hasDemo: row.hasDemo };
}

/** The step in which the owner sees to a setting. */
function stepOf(setting: string): SetupStep {
  if (setting === 'contact') return 'name';
  return /^(CARD_PAYMENTS|STRIPE_)/.test(setting) ? 'payments' : 'live';
}
