import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { oneOf } from '#contracts/call-parts.ts';
import { setupRuleTexts } from './texts.ts';

/** The steps of a new shop, in the order of the guide. */
export const setupSteps = [
  'name',
  'region',
  'tools',
  'texts',
  'delivery',
  'tax',
  'law',
  'payments',
  'test_order',
  'live',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** `setting`: a setting that live mode refuses, or `contact` for made-up contacts; `problem`: what `npm run
 * doctor` says about it. */
const missingSchema = z.object({ setting: z.string(), problem: z.string() });

/** `shown`: whether the overview has the guide; `isFinished`: every step is done or skipped. */
export const setupGuideSchema = z.object({
  shown: z.boolean(),
  isFinished: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(setupSteps),
      state: z.enum(['open', 'done', 'skipped']),
      /** What live mode still asks for. */
      missing: z.array(missingSchema),
    }),
  ),
  /** The shop's own tools, without the demo catalogue: how many buyers see, and how many are drafts. */
  tools: z.object({ forSale: z.int(), drafts: z.int() }),
  /** Whether rows of the demo catalogue are left. */
  hasDemo: z.boolean(),
});
export type SetupGuide = z.infer<typeof setupGuideSchema>;

const ofAdmins = { access: 'admin', tag: 'Settings' } as const;

export const getSetupGuideCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/setup-guide',
  reply: setupGuideSchema,
  operationId: 'getSetupGuide',
  summary: 'Gets what is left to do in a new shop',
  description: 'A step is done once the shop’s data shows it, however it was done.',
} satisfies Call;

export const showSetupGuideCall = {
  ...ofAdmins,
  method: 'PATCH',
  path: '/setup-guide',
  body: z.object({ shown: z.boolean(setupRuleTexts.shown) }),
  reply: setupGuideSchema,
  operationId: 'showSetupGuide',
  summary: 'Hides the setup guide, or brings it back',
} satisfies Call;

export const skipSetupStepCall = {
  ...ofAdmins,
  method: 'PATCH',
  path: '/setup-guide/:step',
  params: z.object({ step: oneOf('step', setupSteps) }),
  body: z.object({ skipped: z.boolean(setupRuleTexts.skipped) }),
  reply: setupGuideSchema,
  operationId: 'skipSetupStep',
  summary: 'Skips a step of the setup guide, or undoes that',
} satisfies Call;

/** `changedTools`: tools that somebody has changed since, and that stay. The orders are of the others: all
 * stay, and unpaid ones can no longer be paid. */
export const demoDataSchema = z.object({
  tools: z.int(),
  changedTools: z.int(),
  reviews: z.int(),
  orders: z.int(),
  unpaidOrders: z.int(),
});
export type DemoData = z.infer<typeof demoDataSchema>;

export const getDemoDataCall = {
  ...ofAdmins,
  method: 'GET',
  path: '/demo-data',
  reply: demoDataSchema,
  operationId: 'getDemoData',
  summary: 'Gets what clearing the demo catalog would delete and leave',
} satisfies Call;

export const clearDemoDataCall = {
  ...ofAdmins,
  method: 'DELETE',
  path: '/demo-data',
  reply: z.object({ tools: z.int(), reviews: z.int() }),
  errors: ['conflict'],
  operationId: 'clearDemoData',
  summary: 'Clears the demo catalog',
  description:
    'Deletes its tools and reviews, and the categories and brands that nothing else uses. What has been changed since stays. The catalog is not loaded again. Figures, services, and texts that the owner has not changed no longer show what is true of the demo alone.',
} satisfies Call;
