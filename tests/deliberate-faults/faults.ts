/** One rule, how it is broken, and the test that must notice. */
export type DeliberateFault = {
  name: string;
  file: string;
  /** What stands in the file, once. */
  rule: string;
  broken: string;
  project: 'unit' | 'api' | 'faults';
  test: string;
};

/** The rules that money, stock and people's things hang on, each broken as a hurried change might break it. */
export const deliberateFaults: DeliberateFault[] = [
  {
    name: 'the lock on an order dropped',
    file: 'src/modules/orders/order-store.ts',
    rule: "these.orderBy('id').forUpdate()",
    broken: "these.orderBy('id')",
    project: 'api',
    test: 'tests/races/repeats.test.ts',
  },
  {
    name: 'the last unit sold without looking',
    file: 'src/modules/catalogue/tool-stock.ts',
    rule: `.set(({ eb }) => ({ held: eb('held', '+', units) }))
    .where('id', '=', toolId)
    .where('deleted_at', 'is', null)
    .where(({ eb }) => eb(eb('on_hand', '-', eb.ref('held')), '>=', units));`,
    broken: `.set(({ eb }) => ({ held: eb('held', '+', units) }))
    .where('id', '=', toolId)
    .where('deleted_at', 'is', null);`,
    project: 'faults',
    test: 'tests/faults/oversell.test.ts',
  },
  {
    name: 'an order deleted by anybody who knows its id',
    file: 'src/workflows/delete-order.ts',
    rule: ' || !(asker.isAdmin || locked.order.user_id === asker.userId)',
    broken: '',
    project: 'api',
    test: 'tests/api/order-access.test.ts',
  },
  {
    name: 'an order changed under a payment of its old sum',
    file: 'src/workflows/change-order.ts',
    rule: 'if (live && sums.total_cents !== live.amount_cents) return live.id;',
    broken: '',
    project: 'api',
    test: 'tests/races/changes.test.ts',
  },
  {
    name: 'a webhook taken without its signature',
    file: 'src/platform/card-payments/sandbox/webhook-signature.ts',
    rule: "return timingSafeEqual(digest(key, seconds, body), Buffer.from(signature, 'hex'));",
    broken: "return digest(key, seconds, body).length === Buffer.from(signature, 'hex').length;",
    project: 'api',
    test: 'tests/api/payment-webhook.test.ts',
  },
  {
    name: 'a webhook of yesterday taken',
    file: 'src/platform/card-payments/sandbox/webhook-signature.ts',
    rule: 'SIGNATURE_TOLERANCE_SECONDS = 300',
    broken: 'SIGNATURE_TOLERANCE_SECONDS = 86_400',
    project: 'api',
    test: 'tests/api/payment-webhook.test.ts',
  },
  {
    name: 'one key at Stripe for a payment and for its refund',
    file: 'src/platform/card-payments/stripe/stripe-cards.ts',
    rule: 'onceUnder(`refund-',
    broken: 'onceUnder(`intent-',
    project: 'api',
    test: 'tests/api/stripe-payments.test.ts',
  },
  {
    name: 'whole units sent to Stripe as if they had hundredths',
    file: 'src/platform/card-payments/stripe/stripe-amounts.ts',
    rule: 'if (wholeUnits.includes(currency)) return 0;',
    broken: '',
    project: 'api',
    test: 'tests/api/stripe-currencies.test.ts',
  },
  {
    name: 'the amount charged not compared with the order',
    file: 'src/workflows/count-payments.ts',
    rule: 'intent.amountCents === payment.amount_cents &&',
    broken: '',
    project: 'api',
    test: 'tests/api/payment-reports.test.ts',
  },
  {
    name: 'a payment counted once more with every webhook',
    file: 'src/workflows/settle-payment.ts',
    rule: "  if (payment.state === 'succeeded') return { outcome: 'paid', orderId };\n",
    broken: '',
    project: 'faults',
    test: 'tests/faults/webhooks.test.ts',
  },
  {
    name: 'units given back before the provider has cancelled',
    file: 'src/workflows/release-hold.ts',
    rule: '    return await shop.cardPayments.cancelIntent(id);',
    broken: '    return await shop.cardPayments.retrieveIntent(id);',
    project: 'api',
    test: 'tests/api/holds.test.ts',
  },
  {
    name: 'the unique key of a repeatable request gone',
    file: 'database/migrations/0001-shop.sql',
    rule: '  created_at timestamptz not null default now(),\n  primary key (user_id, route, key)\n',
    broken: '  created_at timestamptz not null default now()\n',
    project: 'api',
    test: 'tests/api/order-repeats.test.ts',
  },
  {
    name: 'a token of somebody else’s making taken',
    file: 'src/modules/users/access-token.ts',
    rule: 'const { payload } = await jwtVerify(token, key, {\n      algorithms: [ALGORITHM],',
    broken: `const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    await Promise.resolve({`,
    project: 'api',
    test: 'tests/api/access-matrix.test.ts',
  },
  {
    name: 'a token made for another service taken',
    file: 'src/modules/users/access-token.ts',
    rule: '      audience: AUDIENCE,\n',
    broken: '',
    project: 'api',
    test: 'tests/api/access-matrix.test.ts',
  },
  {
    name: 'an access token good after the sign-out',
    file: 'src/api/authorise.ts',
    rule: 'return asker?.subject === subject ? asker : undefined;',
    broken: 'return subject === null ? undefined : asker;',
    project: 'api',
    test: 'tests/api/ended-sessions.test.ts',
  },
  {
    name: 'a stolen session token good for ever',
    file: 'src/platform/identity-provider/embedded/sessions.ts',
    rule: "kind === 'current' ? rotateToken(tx, session, attempt) : session",
    broken: 'session',
    project: 'api',
    test: 'tests/api/sessions.test.ts',
  },
  {
    name: 'a sign-in with the old password outliving a reset',
    file: 'src/platform/identity-provider/embedded/session-store.ts',
    rule: 'if (current?.password === passwordHash) return false;',
    broken: 'if (current) return false;',
    project: 'api',
    test: 'tests/api/ended-sessions.test.ts',
  },
  {
    name: 'somebody else’s address verified',
    file: 'src/platform/identity-provider/embedded/verify-email.ts',
    rule: 'if (account?.email !== email) throw otherEmail;',
    broken: 'if (!account) throw otherEmail;',
    project: 'api',
    test: 'tests/api/email-verification.test.ts',
  },
  {
    name: 'Google’s word for another shop taken',
    file: 'src/platform/identity-provider/embedded/google-id-token.ts',
    rule: '      audience: clientId,\n',
    broken: '',
    project: 'api',
    test: 'tests/api/google-sign-in.test.ts',
  },
  {
    name: 'an admin’s call open to every user',
    file: 'src/api/authorise.ts',
    rule: "    if (access === 'admin' && !asker.isAdmin) throw new Refusal('not_allowed', refusalTexts.adminsOnly);\n",
    broken: '',
    project: 'api',
    test: 'tests/api/access-matrix.test.ts',
  },
  {
    name: 'guesses at a password never refused',
    file: 'src/platform/rate-limiter.ts',
    rule: `    where cardinality(\${recentHits(rate, now)}) < \${rate.limit}\n`,
    broken: '',
    project: 'api',
    test: 'tests/api/guess-limits.test.ts',
  },
  {
    name: 'a picture with a program behind its end taken',
    file: 'src/platform/image-host/encoding/check-structure.ts',
    rule: 'structure.isBloated || structure.end !== bytes.length || holdsOtherContent(bytes)',
    broken: 'structure.isBloated',
    project: 'faults',
    test: 'tests/faults/uploads.test.ts',
  },
  {
    name: 'the audit trail written beside the transaction',
    file: 'src/workflows/place-order.ts',
    rule: `  const writes = [
    insertOrders(orders),
    insertAuditEvents(entries),`,
    broken: `  await insertAuditEvents(entries).execute(db);
  const writes = [
    insertOrders(orders),`,
    project: 'api',
    test: 'tests/api/audit.test.ts',
  },
  {
    name: 'the audit trail open to changes',
    file: 'src/platform/database/app-role.ts',
    rule: 'revoke update, delete, truncate on audit_events',
    broken: 'revoke truncate on audit_events',
    project: 'api',
    test: 'tests/api/audit.test.ts',
  },
  {
    name: 'inline scripts allowed in pages',
    file: 'src/api/content-policy.ts',
    rule: `['script-src', "'self'", ...hashesOf(scripts), ...others.scripts].join(' ')`,
    broken: `"script-src 'self' 'unsafe-inline'"`,
    project: 'unit',
    test: 'src/api/content-policy.test.ts',
  },
  {
    name: 'a kept reply sent on after a change',
    file: 'src/platform/cache/response-cache.ts',
    rule: 'if (entry.version === undefined || entry.version !== version.present) return undefined;',
    broken: 'if (entry.version === undefined) return undefined;',
    project: 'unit',
    test: 'src/platform/cache/response-cache.test.ts',
  },
  {
    name: 'what was read before a change taken as new',
    file: 'src/platform/cache/response-cache.ts',
    rule: 'keep(key, { answer, version: making.version, until });',
    broken: 'keep(key, { answer, version: version.present, until });',
    project: 'unit',
    test: 'src/platform/cache/response-cache.test.ts',
  },
  {
    name: 'the same question put to the database by everybody who asks at once',
    file: 'src/platform/cache/response-cache.ts',
    rule: 'if (known && present !== undefined && known.version === present) return known;',
    broken: '',
    project: 'api',
    test: 'tests/api/cached-responses.test.ts',
  },
  {
    name: 'a change left for the database to tell',
    file: 'src/api/cache-responses.ts',
    rule: 'version.invalidate();',
    broken: '',
    project: 'api',
    test: 'tests/api/cached-responses.test.ts',
  },
];
