import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { HostedPicture } from '../image-host/image-host.ts';

/** Row shapes of every table, as `database/migrations/` makes them. Money is whole minor units. */
export type Tables = {
  users: UsersTable;
  pictures: PicturesTable;
  imgbb_pictures: ImgbbPicturesTable;
  tools: ToolsTable;
  orders: OrdersTable;
  payments: PaymentsTable;
  reviews: ReviewsTable;
  contact_messages: ContactMessagesTable;
  synonyms: SynonymsTable;
  idempotency_keys: IdempotencyKeysTable;
  rate_limits: RateLimitsTable;
  read_counts: ReadCountsTable;
  audit_events: AuditEventsTable;
  compared_charges: ComparedChargesTable;
  'sandbox_cards.intents': SandboxIntentsTable;
  'sandbox_cards.refunds': SandboxRefundsTable;
  'mailbox.messages': MailboxMessagesTable;
  'identity.user': IdentityUsersTable;
  'identity.session': IdentitySessionsTable;
  'identity.account': IdentityAccountsTable;
  'identity.verification': IdentityVerificationsTable;
  'identity.settings_password': IdentitySettingsPasswordsTable;
};

type UsersTable = {
  id: string;
  subject: string;
  email: string | null;
  email_verified: boolean;
  display_name: string;
  role: Generated<'user' | 'admin'>;
  education: Generated<string>;
  linkedin: Generated<string>;
  phone: Generated<string>;
  city: Generated<string>;
  district: Generated<string>;
  created_at: Generated<Date>;
  words: GeneratedAlways<string>;
};

type PicturesTable = {
  id: string;
  url: string;
  width: number;
  height: number;
  colour: string;
  webp_srcset: string;
  avif_srcset: string | null;
  created_at: Generated<Date>;
};

type ImgbbPicturesTable = {
  hash: string;
  picture: ColumnType<HostedPicture, string, never>;
};

type ToolsTable = {
  id: string;
  name: string;
  description: string;
  img: string;
  price_cents: number;
  min_order_quantity: number;
  on_hand: number;
  held: Generated<number>;
  available_quantity: GeneratedAlways<number>;
  category: string | null;
  brand: string | null;
  created_at: Generated<Date>;
  deleted_at: Date | null;
  rating_sum: Generated<number>;
  rating_count: Generated<number>;
  rating_tenths: GeneratedAlways<number | null>;
  orderable: GeneratedAlways<boolean>;
  words: GeneratedAlways<string>;
};

/** Where an order stands; see `modules/orders/order-states.ts`. */
export type OrderState = 'unpaid' | 'paid' | 'shipped' | 'deleted';

type OrdersTable = {
  id: string;
  /** 'TY-10482', from a sequence. */
  number: Generated<string>;
  user_id: string;
  tool_id: string;
  tool_name: string;
  img: string;
  unit_price_cents: number;
  quantity: number;
  total_cents: number;
  user_name: string;
  email: string;
  phone: string;
  address: string;
  placed_at: Generated<Date>;
  paid_at: Date | null;
  transaction_id: string | null;
  shipped_at: Date | null;
  deleted_at: Date | null;
  /** Follows from the times. */
  state: GeneratedAlways<OrderState>;
  words: GeneratedAlways<string>;
};

/** Where a payment stands; see `modules/payments/payment-states.ts`. */
export type PaymentState = 'live' | 'succeeded' | 'cancelled' | 'refund_due' | 'refunded';

type PaymentsTable = {
  id: string;
  order_id: string;
  intent_id: string | null;
  amount_cents: number;
  currency: string;
  held_quantity: number;
  hold_expires_at: Date;
  state: Generated<PaymentState>;
  refund_reason: string | null;
  created_at: Generated<Date>;
  settled_at: Date | null;
};

type ReviewsTable = {
  id: string;
  user_id: string | null;
  tool_id: string | null;
  name: string;
  rate: number;
  reviews: string;
  created_at: Generated<Date>;
};

type ContactMessagesTable = {
  id: string;
  name: string;
  email: string;
  phone: string;
  message: Generated<string>;
  created_at: Generated<Date>;
};

type SynonymsTable = { id: string; word: string; same_as: string; created_at: Generated<Date> };

type IdempotencyKeysTable = {
  user_id: string;
  route: string;
  key: string;
  request_hash: string;
  reply: unknown;
  created_at: Generated<Date>;
};

type RateLimitsTable = {
  subject: string;
  hits: Date[];
  ends_at: Date;
};

type ReadCountsTable = {
  subject: string;
  window_start: Date;
  hits: number;
};

type AuditEventsTable = {
  id: string;
  occurred_at: Date;
  actor: string;
  actor_id: string | null;
  request_id: string | null;
  action: string;
  order_id: string | null;
  tool_id: string | null;
  user_id: string | null;
  details: unknown;
};

type ComparedChargesTable = { one: Generated<boolean>; until: Date };

type SandboxIntentsTable = {
  id: string;
  client_secret: string;
  idempotency_key: string;
  amount: number;
  currency: string;
  order_id: string;
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  card_last4: string | null;
  last_error: string | null;
  refunded: Generated<boolean>;
  created_at: Generated<Date>;
};

type SandboxRefundsTable = {
  id: string;
  intent_id: string;
  idempotency_key: string;
  created_at: Generated<Date>;
};

type MailboxMessagesTable = {
  id: string;
  message_id: string;
  recipient: string;
  reply_to: string | null;
  subject: string;
  text_body: string;
  html_body: string;
  sent_at: Generated<Date>;
};

type IdentityUsersTable = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

/** A session's token that has been exchanged for the next one: its SHA-256, when (ISO 8601), and the `Idempotency-Key`. */
export type SpentToken = { hash: string; at: string; key?: string | null };

type IdentitySessionsTable = {
  id: string;
  expiresAt: Date;
  token: string;
  spent: ColumnType<SpentToken[], string | undefined, string>;
  createdAt: Generated<Date>;
  updatedAt: Date;
  userId: string;
};

type IdentityAccountsTable = {
  id: string;
  accountId: string;
  providerId: string;
  userId: string;
  password: string | null;
  updatedAt: Date;
};

type IdentityVerificationsTable = {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Date;
};

type IdentitySettingsPasswordsTable = {
  userId: string;
  hash: string;
};
