import { expect, it } from 'vitest';
import { personalData } from '#features/account/personal-data.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop();

/* What becomes of each column that can hold a text when an account is erased (decision 105), by table. A
 * column that is missing here fails the test: decide about it, and add it to the decision. */
const fates = {
  /** Rows that go with the person. */
  deleted: `
identity.account: accessToken accountId id idToken password providerId refreshToken scope userId
identity.authenticator: secret userId
identity.email_change: before id messages newEmail oldEmail userId
identity.passkey: credentialId id name publicKey transports userId
identity.recovery_code: hash id userId
identity.session: id ipAddress spent token userAgent userId
identity.settings_password: hash userId
identity.user: email id image name
identity.verification: id identifier value
mailbox.messages: headers html_body message_id recipient reply_to subject text_body
public.account_export_parts: bytes
public.account_exports: state
public.addresses: city company country district line1 line2 name phone postal_code region
public.api_keys: addresses hash last_four name scopes
public.staff_invitations: email role
public.sessions: network subject token_hash user_agent
public.contact_answers: text
public.contact_messages: email message name phone
public.customer_notes: note
public.exemption_files: content
public.idempotency_keys: key reply request_hash route
public.order_notes: note
public.rate_limits: hits subject
public.return_labels: pdf
public.return_pictures: webp
public.saved_lists: name
public.webhook_deliveries: answer body detail problem state subject type`,
  /** Emptied, or replaced by what is the same for everyone. */
  replaced: `
public.orders: address buyer_note destination_postal_code email erased_email_hash phone purchase_order_number user_name words
public.parcels: tracking_number
public.payment_orders: ordered_address
public.payments: bill_name bill_to bill_to_parts deliver_to deliver_to_parts vat_number
public.audit_events: details
public.quotes: message note
public.delay_notices: reason
public.exemption_certificates: reason
public.refunds: reason
public.return_lines: rejected_reason
public.returns: address declared_email declared_name label_url note reason
public.reviews: hidden_reason name
public.users: blocked_reason city company display_name district education email linkedin muted_notices phone role subject vat_country vat_number words`,
  /** Stays as it was: the law and the books need it, or it is the shop's own word. */
  kept: `
public.disputes: reason
public.invoice_files: pdf
public.invoices: document name words
public.parcels: delivered_on
public.payments: deliver_to_country reference region
public.exemption_certificates: number
public.payments: exemption
public.refunds: failure
public.reviews: answer reviews
sandbox_cards.intents: card_last4`,
  /** About the catalogue, the shop, or an event, by ids and codes. */
  notPersonal: `
public.audit_events: action actor page request_id
public.brand_aliases: key
public.brands: img key manufacturer_address manufacturer_email manufacturer_name name responsible_person safety_warnings
public.carriers: key link name
public.categories: img key name
public.category_aliases: key
public.charge_settings: delivery_tax tax_name
public.delivery_methods: kind name step_cents step_grams
public.delay_notices: answer_by new_date silence state was_due_on
public.demo_rows: kind
public.exemption_certificates: expires_on kind media_type state states warned_of
public.disputes: currency id state
public.families: category description key name words
public.family_pictures: img
public.fruitless_searches: words
public.imgbb_pictures: hash picture
public.import_chunks: bytes
public.import_errors: cells problems
public.import_pictures: address img problem state
public.import_rows: after before links
public.imports: bulk_change category_parents columns decimal_sign delimiter doubtful_number encoding file_name ignored made_brands made_categories made_families mapping pictures state unused_pictures weight_unit
public.invoices: currency issued_on kind order_numbers
public.kysely_migration: name timestamp
public.kysely_migration_lock: id
public.legal_files: content hash type
public.legal_publications: page
public.legal_versions: file opening page parts
public.money_movements: failure kind provider_id state
public.orders: destination_country destination_region img number part_number ship_by state tool_name transaction_id
public.page_views: kind
public.paper_numbers: kind
public.payment_orders: state
public.payments: currency delivery_method due_on intent_id method received_on refund_reason shop_country state tax_name
public.pictures: avif_srcset colour url webp_srcset
public.quote_orders: state
public.quotes: number state
public.read_counts: subject
public.refunds: provider_refund_id state
public.return_lines: reason state
public.returns: kind number postage state
public.regions: countries name postcode_prefixes states
public.search_vocabulary: word
public.setup_guide: shown skipped
public.shop_details: country first_country first_time_zone own
public.shop_logo_files: content logo name
public.stock_movements: actor cause cause_name kind reason
public.synonyms: same_as word
public.tool_documents: content kind title
public.tool_links: kind
public.tool_pictures: img
public.tool_specifications: label name unit value
public.tools: brand category content description disposal disposal_note gtin guarantee_maker img manufacturer_address manufacturer_email manufacturer_name name part_number prop65_warning reduced_until responsible_person safety_warnings words
public.webhook_endpoints: events off_reason url
sandbox_cards.disputes: currency id intent_id reason status
sandbox_cards.intents: client_secret currency id idempotency_key last_error order_ids status
sandbox_cards.refunds: id idempotency_key intent_id status`,
};

const columnsOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [name, columns = ''] = line.split(': ');
      return columns.split(' ').map((column) => `${name}.${column}`);
    });

it('decides about every column that can hold a text', async () => {
  // The job library's tables hold codes and payloads; those that mention a person are deleted.
  const rows = await t.asOwner(`
    select table_schema || '.' || table_name || '.' || column_name as "column"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema', 'pgboss') and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'tsvector', 'inet')`);
  const decided = Object.values(fates).flatMap(columnsOf);
  expect(decided.toSorted()).toEqual(rows.map(({ column }) => String(column)).toSorted());
});

/* The columns of those tables that a person's copy of their data leaves out, and why (decision 110). */
const notInCopies: Record<string, string> = {
  secrets: `
public.orders: erased_email_hash
identity.account: accessToken idToken password refreshToken
identity.authenticator: secret
identity.email_change: before
identity.passkey: credentialId publicKey
identity.recovery_code: hash id
identity.settings_password: hash userId
identity.verification: id identifier value
public.api_keys: hash
public.sessions: token_hash`,
  'numbers that only the shop uses': `
identity.account: id
identity.email_change: id messages userId
identity.passkey: id userId
identity.user: id
public.sessions: subject
public.users: subject`,
  'sessions of the version before, which open nothing': `
identity.session: id ipAddress spent token userAgent userId`,
  'what searches find a row by': `
public.invoices: words
public.orders: words
public.users: words`,
  'the same words, which are in refunds and payments': `
public.audit_events: details`,
  'copies of what is in it, kept for hours or weeks: the person has the emails themselves': `
mailbox.messages: headers html_body message_id recipient reply_to subject text_body
public.account_export_parts: bytes
public.idempotency_keys: key reply request_hash route
public.webhook_deliveries: answer body detail problem state subject type`,
  'counts of attempts of the last minutes': `
public.rate_limits: hits subject`,
  'the same address, in parts': `
public.payments: bill_to_parts deliver_to_parts`,
  'in the file, as the PDF of the invoice': `
public.invoice_files: pdf
public.invoices: document`,
  'in the file, as they were uploaded': `
public.exemption_files: content`,
  'in the file, as pictures and PDFs of returns': `
public.return_labels: pdf
public.return_pictures: webp`,
  'no card: of the trial’s test cards': `
sandbox_cards.intents: card_last4`,
};

it('has a place in a person’s copy for every column about them, or a reason', () => {
  const owner = { userId: '', subject: '', email: '', isVerified: true };
  const queries = Object.values(personalData(owner, 'usd')).map((query) => query.compile(t.shop.db).sql);
  const isCopied = (column: string) => {
    const [schema = '', table = '', name = ''] = column.split('.');
    const named = schema === 'public' ? table : `${schema}\\."?${table}`;
    const reads = new RegExp(`\\b(?:from|join) ${named}\\b`);
    return queries.some((query) => reads.test(query) && new RegExp(`\\b${name}\\b`).test(query));
  };
  const { deleted, replaced, kept } = fates;
  const about = [deleted, replaced, kept].flatMap(columnsOf);
  const leftOut = Object.values(notInCopies).flatMap(columnsOf);
  expect(about.filter((column) => !isCopied(column) && !leftOut.includes(column))).toEqual([]);
  expect(leftOut.filter((column) => !about.includes(column))).toEqual([]);
});
