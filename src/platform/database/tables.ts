/* Written by `npm run tables` from the migrated database. Money is whole minor units. */

import type { HostedPicture } from "#platform/images/image-host.ts";
import type { ColumnType, GeneratedAlways } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Tables {
  account_export_parts: {
    bytes: Buffer;
    export_id: string;
    position: number;
  };
  account_exports: {
    asked_at: Date;
    expires_at: Date | null;
    id: string;
    size_bytes: number | null;
    state: string;
    tries: Generated<number>;
    user_id: string;
  };
  addresses: {
    city: string;
    company: string;
    country: string;
    created_at: Date;
    district: string;
    id: string;
    is_default: boolean;
    line1: string;
    line2: string;
    name: string;
    phone: string;
    postal_code: string;
    region: string;
    updated_at: Date;
    user_id: string;
  };
  api_keys: {
    addresses: Generated<string[]>;
    created_at: Date;
    ended_at: Date | null;
    expires_at: Date | null;
    hash: Buffer;
    id: string;
    last_four: string;
    last_used_at: Date | null;
    name: string;
    place: number;
    scopes: string[];
    user_id: string;
  };
  audit_events: {
    action: string;
    actor: string;
    actor_id: string | null;
    api_key_id: string | null;
    details: Generated<unknown>;
    id: string;
    occurred_at: Date;
    order_id: string | null;
    page: string | null;
    request_id: string | null;
    tool_id: string | null;
    user_id: string | null;
  };
  brand_aliases: {
    key: string;
    meant_id: string;
  };
  brands: {
    id: string;
    img: string | null;
    key: GeneratedAlways<string>;
    manufacturer_address: string | null;
    manufacturer_email: string | null;
    manufacturer_name: string | null;
    name: string;
    position: number | null;
    responsible_person: string | null;
    safety_warnings: string | null;
  };
  carriers: {
    id: string;
    key: GeneratedAlways<string>;
    link: string | null;
    name: string;
    position: number | null;
  };
  categories: {
    id: string;
    img: string | null;
    is_returnable: Generated<boolean>;
    is_top: GeneratedAlways<boolean>;
    key: GeneratedAlways<string>;
    name: string;
    parent_id: string | null;
    parent_is_top: GeneratedAlways<boolean | null>;
    position: number | null;
  };
  category_aliases: {
    key: string;
    meant_id: string;
  };
  charge_settings: {
    assumed_grams: Generated<number>;
    delivery_tax: Generated<string>;
    only_one: Generated<boolean>;
    prices_include_tax: Generated<boolean>;
    same_price_everywhere: Generated<boolean>;
    tax_name: string | null;
    tax_without_number: boolean | null;
    version: Generated<number>;
  };
  compared_charges: {
    one: Generated<boolean>;
    until: Date;
  };
  contact_answers: {
    author_id: string | null;
    created_at: Date;
    id: string;
    message_id: string;
    text: string;
  };
  contact_messages: {
    closed_at: Date | null;
    created_at: Generated<Date>;
    email: string;
    id: string;
    message: Generated<string>;
    name: string;
    phone: string;
  };
  customer_notes: {
    author_id: string | null;
    created_at: Date;
    id: string;
    note: string;
    user_id: string;
  };
  declared_withdrawals: {
    declared_at: Date;
    order_id: string;
  };
  delay_notices: {
    answer_by: string;
    answered_at: Date | null;
    by_silence: Generated<boolean>;
    id: string;
    new_date: string | null;
    order_id: string;
    reason: string;
    sent_at: Date;
    sent_by: string | null;
    silence: "consents" | "cancels";
    state: Generated<"open" | "consented" | "cancelled" | "ended">;
    was_due_on: string;
  };
  delivery_method_regions: {
    method_id: string;
    region_id: string;
  };
  delivery_methods: {
    free_from_cents: number | null;
    id: string;
    kind: string;
    max_grams: number | null;
    name: string;
    position: number;
    price_cents: number;
    step_cents: Generated<number[]>;
    step_grams: Generated<number[]>;
  };
  demo_rows: {
    id: string;
    kind: string;
  };
  disputes: {
    amount_cents: number;
    closed_at: Date | null;
    currency: string;
    id: string;
    is_refundable: boolean;
    opened_at: Date;
    payment_id: string;
    reason: string;
    respond_by: Date | null;
    state: "open" | "won" | "lost";
    uncounted_cents: Generated<number>;
  };
  exemption_certificates: {
    checked_at: Date | null;
    checked_by: string | null;
    expires_on: string | null;
    id: string;
    kind: "resale" | "exempt_organization" | "other";
    media_type: string;
    number: string;
    reason: Generated<string>;
    size_bytes: number;
    state: Generated<"pending" | "approved" | "refused">;
    states: string[];
    uploaded_at: Date;
    uploaded_by: string | null;
    user_id: string;
    warned_of: string | null;
  };
  exemption_files: {
    certificate_id: string;
    content: Buffer;
  };
  families: {
    category: string | null;
    description: Generated<string>;
    id: string;
    key: GeneratedAlways<string>;
    name: string;
    version: Generated<number>;
    words: GeneratedAlways<string>;
  };
  family_pictures: {
    family_id: string;
    img: string;
    place: number;
  };
  fruitless_searches: {
    day: Timestamp;
    searches: number;
    words: string;
  };
  given_texts: {
    payment_id: string;
    publication_id: string;
  };
  idempotency_keys: {
    created_at: Generated<Date>;
    key: string;
    reply: unknown | null;
    request_hash: string;
    route: string;
    user_id: string;
  };
  "identity.account": {
    accessToken: string | null;
    accessTokenExpiresAt: Date | null;
    accountId: string;
    createdAt: Generated<Date>;
    id: string;
    idToken: string | null;
    password: string | null;
    providerId: string;
    refreshToken: string | null;
    refreshTokenExpiresAt: Date | null;
    scope: string | null;
    updatedAt: Date;
    userId: string;
  };
  "identity.authenticator": {
    confirmedAt: Date | null;
    lastStep: Generated<number>;
    secret: string;
    userId: string;
  };
  "identity.email_change": {
    before: unknown | null;
    confirmedAt: Date | null;
    id: string;
    messages: unknown | null;
    newEmail: string;
    oldEmail: string;
    requestedAt: Date;
    undoUntil: Date | null;
    userId: string;
  };
  "identity.passkey": {
    counter: number;
    createdAt: Date;
    credentialId: string;
    id: string;
    lastUsedAt: Date | null;
    name: string;
    publicKey: Buffer;
    transports: string[];
    userId: string;
  };
  "identity.recovery_code": {
    hash: string;
    id: string;
    userId: string;
  };
  "identity.session": {
    createdAt: Generated<Date>;
    expiresAt: Date;
    factorAt: Date | null;
    id: string;
    ipAddress: string | null;
    provedAt: Date | null;
    spent: ColumnType<{ hash: string; at: string; key?: string | null }[], string | undefined, string>;
    token: string;
    updatedAt: Date;
    userAgent: string | null;
    userId: string;
    wrongCodes: Generated<number>;
  };
  "identity.settings_password": {
    hash: string;
    userId: string;
  };
  "identity.user": {
    createdAt: Generated<Date>;
    email: string;
    emailVerified: boolean;
    id: string;
    image: string | null;
    name: string;
    updatedAt: Generated<Date>;
  };
  "identity.verification": {
    createdAt: Generated<Date>;
    expiresAt: Date;
    id: string;
    identifier: string;
    updatedAt: Generated<Date>;
    value: string;
  };
  imgbb_pictures: {
    hash: string;
    picture: ColumnType<HostedPicture, string, never>;
  };
  import_chunks: {
    bytes: Buffer;
    import_id: string;
    position: number;
  };
  import_errors: {
    cells: string[];
    import_id: string;
    problems: unknown;
    row: number;
  };
  import_pictures: {
    address: string;
    img: string | null;
    import_id: string;
    place: number;
    problem: string | null;
    row: number;
    state: string;
    tool_id: string;
    tries: Generated<number>;
  };
  import_rows: {
    after: unknown;
    applied_version: number | null;
    before: unknown;
    import_id: string;
    is_left: Generated<boolean>;
    is_new: boolean;
    links: unknown | null;
    moved: Generated<number>;
    row: number;
    tool_id: string;
    version: number;
  };
  imports: {
    added: Generated<number>;
    applied_at: Date | null;
    bulk_change: unknown | null;
    category_parents: Generated<unknown>;
    changed: Generated<number>;
    columns: Generated<string[]>;
    created_at: Date;
    created_by: string | null;
    decimal_sign: string | null;
    delimiter: string | null;
    done: Generated<number>;
    doubtful_number: string | null;
    drafts: Generated<number>;
    encoding: string | null;
    file_name: string | null;
    id: string;
    ignored: Generated<string[]>;
    linked_to: Generated<number>;
    made_brands: Generated<string[]>;
    made_categories: Generated<string[]>;
    made_families: Generated<string[]>;
    mapping: unknown | null;
    picture_bytes: Generated<number>;
    pictures: unknown | null;
    reverting: Generated<boolean>;
    rows: Generated<number>;
    state: Generated<"reading" | "checked" | "applying" | "applied" | "undoing" | "undone" | "failed">;
    undone_at: Date | null;
    unused_pictures: Generated<string[]>;
    weight_unit: string | null;
    wrong: Generated<number>;
  };
  invoice_files: {
    invoice_id: string;
    pdf: Buffer;
  };
  invoices: {
    currency: string;
    document: unknown;
    id: string;
    issued_at: Date;
    issued_on: GeneratedAlways<string>;
    kept_from_issue: Generated<boolean>;
    kind: string;
    name: string;
    net_cents: number;
    number: number;
    order_numbers: string[];
    payment_id: string;
    previous: number | null;
    refund_id: string | null;
    tax_cents: number;
    total_cents: number;
    user_id: string;
    words: string;
  };
  legal_files: {
    content: Buffer;
    hash: string;
    height: number;
    type: "png" | "jpeg";
    width: number;
  };
  legal_publications: {
    id: string;
    page: "notice" | "terms" | "privacy" | "returns" | "shipping" | "accessibility" | "registers" | "guarantee";
    published_at: Date;
    version: number | null;
  };
  legal_versions: {
    created_at: Date;
    file: string | null;
    opening: string;
    page: "notice" | "terms" | "privacy" | "returns" | "shipping" | "accessibility" | "registers" | "guarantee";
    parts: unknown;
    version: number;
  };
  "mailbox.messages": {
    headers: Generated<unknown>;
    html_body: string;
    id: string;
    message_id: string;
    recipient: string;
    reply_to: string | null;
    sent_at: Generated<Date>;
    subject: string;
    text_body: string;
  };
  money_movements: {
    amount_cents: number;
    created_at: Date;
    failure: string | null;
    id: string;
    kind: "charge" | "refund" | "dispute" | "by_hand";
    payment_id: string;
    provider_id: string | null;
    refund_id: string | null;
    settled_at: Date | null;
    state: "pending" | "succeeded" | "failed";
  };
  order_notes: {
    author_id: string | null;
    created_at: Date;
    id: string;
    note: string;
    order_id: string;
  };
  orders: {
    address: string;
    buyer_note: Generated<string>;
    cancelled_at: Date | null;
    deducted_cents: Generated<number>;
    deleted_at: Date | null;
    destination_country: string | null;
    destination_doubtful: Generated<boolean>;
    destination_postal_code: string | null;
    destination_region: string | null;
    email: string;
    erased_email_hash: string | null;
    id: string;
    img: string;
    number: Generated<string>;
    paid_at: Date | null;
    part_number: string | null;
    phone: string;
    placed_at: Generated<Date>;
    purchase_order_number: Generated<string>;
    quantity: number;
    refunded_quantity: Generated<number>;
    returned_quantity: Generated<number>;
    returning_quantity: Generated<number>;
    sent_quantity: Generated<number>;
    ship_by: string | null;
    shipped_at: Date | null;
    state: Generated<"unpaid" | "paid" | "shipped" | "cancelled" | "deleted">;
    tool_id: string;
    tool_name: string;
    total_cents: number;
    transaction_id: string | null;
    unit_price_cents: number;
    user_id: string;
    user_name: string;
    withdrawn_quantity: Generated<number>;
    words: GeneratedAlways<string>;
  };
  page_views: {
    day: Timestamp;
    kind: string;
    views: number;
  };
  paper_numbers: {
    kind: string;
    next: number;
  };
  parcel_orders: {
    order_id: string;
    parcel_id: string;
    quantity: number;
  };
  parcels: {
    carrier_id: string | null;
    delivered_on: string | null;
    id: string;
    payment_id: string | null;
    sent_at: Date;
    told_at: Date | null;
    tracking_number: string | null;
    user_id: string;
  };
  payment_orders: {
    exempt: Generated<boolean>;
    goods_cents: number;
    held_quantity: number;
    live_order_id: GeneratedAlways<string | null>;
    net_cents: number;
    order_id: string;
    ordered_address: string | null;
    ordered_quantity: number | null;
    ordered_tool_id: string | null;
    ordered_unit_price_cents: number | null;
    payment_id: string;
    position: number;
    refunded_cents: Generated<number>;
    state: "live" | "cancelled" | "refund_due" | "succeeded" | "refunded";
    tax_cents: Generated<number>;
    tax_rate_ppm: Generated<number>;
  };
  payments: {
    amount_cents: number;
    bill_name: Generated<string>;
    bill_to: string | null;
    bill_to_parts: unknown | null;
    collected: Generated<boolean>;
    created_at: Generated<Date>;
    currency: string;
    deliver_to: string | null;
    deliver_to_country: string | null;
    deliver_to_parts: unknown | null;
    delivery_cents: Generated<number>;
    delivery_exempt: Generated<boolean>;
    delivery_method: Generated<string>;
    delivery_method_id: string | null;
    delivery_tax_cents: Generated<number>;
    delivery_tax_rate_ppm: Generated<number>;
    due_on: string | null;
    exemption: Generated<string>;
    exemption_id: string | null;
    goods_net_cents: number;
    hold_expires_at: Date | null;
    id: string;
    intent_id: string | null;
    kept_delivery_cents: Generated<number>;
    marked_by: string | null;
    method: Generated<"card" | "cash" | "transfer">;
    prices_include_tax: Generated<boolean>;
    received_on: string | null;
    reference: Generated<string>;
    refund_reason: "other_amount" | "order_deleted" | "order_paid" | "order_changed" | "sold_out" | null;
    refunded_cents: Generated<number>;
    refunded_delivery_cents: Generated<number>;
    region: Generated<string>;
    settled_at: Date | null;
    shop_country: string | null;
    spared_goods_cents: Generated<number>;
    state: Generated<"live" | "cancelled" | "refund_due" | "succeeded" | "refunded">;
    tax_cents: Generated<number>;
    tax_name: Generated<string>;
    user_id: string;
    vat_number: Generated<string>;
    waived_delivery_cents: number | null;
    waived_delivery_exempt: Generated<boolean>;
    waived_delivery_tax_cents: number | null;
    waived_delivery_tax_rate_ppm: number | null;
    waived_from_cents: number | null;
  };
  pictures: {
    avif_srcset: string | null;
    colour: string;
    created_at: Generated<Date>;
    height: number;
    id: string;
    url: string;
    webp_srcset: string;
    width: number;
  };
  quote_orders: {
    held_quantity: Generated<number>;
    order_id: string;
    position: number;
    quantity: number;
    quote_id: string;
    state: "asked" | "offered" | "accepted" | "paid" | "declined" | "withdrawn" | "expired";
    unit_price_cents: number | null;
  };
  quotes: {
    accepted_at: Date | null;
    asked_at: Date | null;
    ended_at: Date | null;
    expires_at: Date | null;
    holds: Generated<boolean>;
    id: string;
    invoiced: Generated<boolean>;
    message: Generated<string>;
    note: Generated<string>;
    number: Generated<string>;
    offered_at: Date | null;
    offered_by: string | null;
    state: Generated<"asked" | "offered" | "accepted" | "paid" | "declined" | "withdrawn" | "expired">;
    user_id: string;
    version: Generated<number>;
  };
  rate_limits: {
    ends_at: Date;
    hits: Date[];
    subject: string;
  };
  read_counts: {
    hits: number;
    subject: string;
    window_start: Date;
  };
  refund_shares: {
    amount_cents: number;
    movement_id: string;
    refund_id: string;
  };
  refunds: {
    actor_id: string | null;
    amount_cents: number;
    asked_cents: number | null;
    attempt: Generated<number>;
    created_at: Date;
    delivery_cents: Generated<number>;
    failure: string | null;
    id: string;
    kept_delivery_cents: Generated<number>;
    order_id: string;
    payment_id: string;
    provider_refund_id: string | null;
    quantity: number | null;
    reason: string | null;
    restocked: Generated<number>;
    return_id: string | null;
    settled_at: Date | null;
    state: Generated<"due" | "done" | "failed">;
  };
  regions: {
    countries: string[];
    id: string;
    name: string;
    position: number;
    postcode_prefixes: string[];
    states: Generated<string[]>;
  };
  restock_notices: {
    asked_at: Date;
    due_at: Date | null;
    id: string;
    tool_id: string;
    user_id: string;
  };
  return_labels: {
    added_at: Date;
    pdf: Buffer;
    return_id: string;
  };
  return_lines: {
    accepted: Generated<number>;
    awaited: GeneratedAlways<number>;
    deducted_cents: Generated<number>;
    order_id: string;
    payment_id: string;
    position: number;
    quantity: number;
    reason: "damaged" | "defective" | "wrong_item" | "not_as_described" | "changed_mind" | "withdrawal" | "other";
    received: Generated<number>;
    rejected_reason: string | null;
    restocked: Generated<number>;
    return_id: string;
    state: "requested" | "approved" | "received" | "refused" | "closed";
  };
  return_pictures: {
    added_at: Date;
    place: number;
    return_id: string;
    webp: Buffer;
  };
  returns: {
    address: Generated<string>;
    answered_at: Date | null;
    closed_at: Date | null;
    declared_email: Generated<string>;
    declared_name: Generated<string>;
    id: string;
    kind: "return" | "withdrawal";
    label_url: string | null;
    note: Generated<string>;
    number: Generated<string>;
    payment_id: string;
    postage: "buyer" | "shop" | null;
    reason: string | null;
    received_at: Date | null;
    requested_at: Date;
    requested_by: string | null;
    state: Generated<"requested" | "approved" | "received" | "refused" | "closed">;
    user_id: string;
  };
  reviews: {
    answer: string | null;
    answered_at: Date | null;
    created_at: Generated<Date>;
    hidden_at: Date | null;
    hidden_reason: string | null;
    id: string;
    name: string;
    rate: number;
    reviews: string;
    tool_id: string | null;
    user_id: string | null;
  };
  "sandbox_cards.disputes": {
    amount: number;
    created_at: Date;
    currency: string;
    id: string;
    intent_id: string;
    reason: string;
    respond_by: Date;
    status: Generated<"open" | "won" | "lost">;
  };
  "sandbox_cards.intents": {
    amount: number;
    card_last4: string | null;
    client_secret: string;
    created_at: Generated<Date>;
    currency: string;
    id: string;
    idempotency_key: string;
    last_error: string | null;
    order_ids: string[];
    refunded: Generated<boolean>;
    refunded_amount: Generated<number>;
    status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  };
  "sandbox_cards.refunds": {
    amount: number;
    created_at: Generated<Date>;
    id: string;
    idempotency_key: string;
    intent_id: string;
    status: Generated<"pending" | "succeeded" | "failed">;
  };
  saved_list_lines: {
    list_id: string;
    position: number;
    quantity: number;
    tool_id: string;
  };
  saved_lists: {
    id: string;
    name: string;
    updated_at: Date;
    user_id: string;
  };
  search_vocabulary: {
    word: string;
  };
  sessions: {
    factor_at: Date | null;
    id: string;
    network: string | null;
    opened_at: Date | null;
    proved_at: Date;
    started_at: Date;
    subject: string;
    token_hash: Buffer;
    used_at: Date;
    user_agent: string | null;
    wrong_codes: Generated<number>;
  };
  setup_guide: {
    only_one: Generated<boolean>;
    shown: Generated<string>;
    skipped: Generated<string[]>;
  };
  shop_details: {
    country: GeneratedAlways<string>;
    factors_demanded_at: Date | null;
    first_country: string | null;
    first_time_zone: string | null;
    only_one: Generated<boolean>;
    own: Generated<unknown>;
    sample_cleared: Generated<boolean>;
    version: Generated<number>;
  };
  shop_logo_files: {
    content: Buffer;
    height: number;
    logo: string;
    name: string;
    width: number;
  };
  staff_invitations: {
    email: string;
    expires_at: Date;
    id: string;
    invited_by: string;
    role: "staff" | "admin";
    sent_at: Date;
  };
  stock_movements: {
    actor: string;
    actor_id: string | null;
    at: Date;
    available_after: number;
    cause: "opening" | "new_tool" | "order" | "quote" | "delivery" | "import" | null;
    cause_id: string | null;
    cause_name: string | null;
    id: Generated<number>;
    kind: "received" | "adjusted" | "reserved" | "released" | "sold" | "returned" | "imported";
    quantity: number;
    reason: string | null;
    tool_id: string;
  };
  synonyms: {
    created_at: Generated<Date>;
    id: string;
    same_as: string;
    word: string;
  };
  tax_rates: {
    category_id: string | null;
    exempts_businesses: Generated<boolean>;
    rate_ppm: number;
    region_id: string;
  };
  told_failed_jobs: {
    job_id: string;
  };
  tool_accessories: {
    accessory_id: string;
    place: number;
    tool_id: string;
  };
  tool_documents: {
    added_at: Date;
    content: Buffer;
    id: string;
    kind: "manual" | "safety_sheet" | "data_sheet" | "drawing" | "certificate" | "other";
    place: number;
    size_bytes: GeneratedAlways<number>;
    title: string;
    tool_id: string;
  };
  tool_links: {
    kind: string;
    linked_id: string;
    place: number;
    tool_id: string;
  };
  tool_pictures: {
    img: string;
    place: number;
    tool_id: string;
  };
  tool_price_breaks: {
    price_cents: number;
    quantity: number;
    tool_id: string;
  };
  tool_prices: {
    price_cents: number | null;
    since: Date;
    tool_id: string;
  };
  tool_specifications: {
    label: GeneratedAlways<string>;
    name: string;
    number: GeneratedAlways<number | null>;
    position: number;
    tool_id: string;
    unit: string | null;
    value: string;
  };
  tools: {
    available_quantity: GeneratedAlways<number>;
    brand: string | null;
    category: string | null;
    changed_at: Date | null;
    content: string | null;
    created_at: Generated<Date>;
    deleted_at: Date | null;
    description: string;
    disposal: string | null;
    disposal_note: string | null;
    family_id: string | null;
    family_position: number | null;
    former_price_cents: number | null;
    gtin: string | null;
    guarantee_maker: string | null;
    guarantee_years: number | null;
    height_mm: number | null;
    held: Generated<number>;
    id: string;
    img: string | null;
    length_mm: number | null;
    low_since: Date | null;
    manufacturer_address: string | null;
    manufacturer_email: string | null;
    manufacturer_name: string | null;
    min_order_quantity: number;
    name: string;
    on_hand: number;
    orderable: GeneratedAlways<boolean>;
    pack_step: Generated<number>;
    part_number: string | null;
    price_cents: number;
    prop65_warning: string | null;
    rating_count: Generated<number>;
    rating_sum: Generated<number>;
    rating_tenths: GeneratedAlways<number | null>;
    reduced_since: Date | null;
    reduced_until: string | null;
    responsible_person: string | null;
    safety_warnings: string | null;
    version: Generated<number>;
    weight_grams: number | null;
    width_mm: number | null;
    words: Generated<string>;
  };
  users: {
    blocked_reason: string | null;
    city: Generated<string>;
    company: Generated<string>;
    created_at: Generated<Date>;
    display_name: Generated<string>;
    district: Generated<string>;
    education: Generated<string>;
    email: string | null;
    email_verified: Generated<boolean>;
    erased_at: Date | null;
    id: string;
    linkedin: Generated<string>;
    muted_notices: Generated<string[]>;
    opened_by_staff: Generated<boolean>;
    phone: Generated<string>;
    role: Generated<"user" | "staff" | "admin">;
    staff_since: Date | null;
    subject: string;
    vat_country: Generated<string>;
    vat_number: Generated<string>;
    words: GeneratedAlways<string>;
  };
  webhook_deliveries: {
    answer: string | null;
    attempts: Generated<number>;
    body: string | null;
    claimed_until: Date | null;
    detail: string | null;
    duration_ms: number | null;
    endpoint_id: string;
    event_id: string;
    first_try_at: Date | null;
    id: string;
    next_try_at: Date;
    object_id: string;
    occurred_at: Date;
    problem: string | null;
    sequence: Generated<number>;
    state: Generated<string>;
    status: number | null;
    subject: string;
    tried_at: Date | null;
    type: string;
  };
  webhook_endpoints: {
    created_at: Date;
    deleted_at: Date | null;
    events: string[];
    id: string;
    off_at: Date | null;
    off_reason: string | null;
    rotated_at: Date | null;
    secret_number: Generated<number>;
    url: string;
  };
}
