import type { RunningShop } from './start-shop.ts';

/** What the start prints: the address, how to sign in as admin, and which services are in use. */
export function describeStart({ context, admin, databaseSummary }: RunningShop): string {
  const { origin, config } = context;
  const services: [string, string][] = [
    ['Database', databaseSummary],
    ['Accounts', context.identityProvider.summary],
    ['Cards', context.cardPayments.summary],
    ['Pictures', context.imageHost.summary],
    ['Email', context.mailer.summary],
    ...(context.tracing ? [['Traces', context.tracing.summary] as [string, string]] : []),
  ];
  return [
    '',
    `  Toolyard is open at ${origin}`,
    '',
    ...(context.embeddedIdentity ? describeAdmin(admin) : describeAdminElsewhere(admin)),
    ...(config.email.kind === 'mailbox' ? [`  Mailbox       ${origin}/mailbox`] : []),
    `  API           ${origin}/api-reference`,
    ...services.map(([name, summary]) => `  ${name.padEnd(14)}${summary}`),
    `  Mode          ${config.mode}${describeTrial(context)}`,
    '',
  ].join('\n');
}

/** What of a trial is not real. */
function describeTrial({ config, mailer }: RunningShop['context']): string {
  if (config.mode !== 'trial') return '';
  return mailer.kind === 'mailbox' ? ' (no real money, no real email)' : ' (no real money)';
}

function describeAdmin(admin: RunningShop['admin']): string[] {
  if (!admin) return ['  Admin         as before (forgot the password? Reset it at /login)'];
  const password = admin.madeUpPassword
    ? `password ${admin.madeUpPassword} (generated; shown only this once)`
    : 'with the password you set';
  return [`  Admin         ${admin.email}, ${password}`];
}

/** The admin of accounts that are kept elsewhere: the role waits for the first sign-in. */
function describeAdminElsewhere(admin: RunningShop['admin']): string[] {
  const who = admin
    ? `${admin.email}, once they log in with that address verified`
    : 'none yet: npm run make-admin -- EMAIL';
  return [`  Admin         ${who}`];
}
