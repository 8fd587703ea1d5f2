import { formatCount } from '#texts/locale.ts';

export const webhookRuleTexts = {
  url: 'Enter an address that starts with https:// or http://.',
  urlTooLong: 'The address must be 2,000 characters or shorter.',
  credentials: 'Leave the user name and password out of the address.',
  events: 'Choose at least one event.',
  isOn: 'isOn must be true or false',
};

export const webhookErrorTexts = {
  noSuchEndpoint: 'There’s no such endpoint.',
  noSuchDelivery: 'There’s no such delivery.',
  tooMany: (most: number) => `A shop can have up to ${most} endpoints.`,
  notHttps: 'A live shop sends to https:// addresses only.',
  notPublic: 'This address is inside a private network. The shop sends to public addresses only.',
  noSuchHost: 'There’s no server with this name.',
  isOff: 'This endpoint is off. Turn it on first.',
  underWay: 'This delivery is being sent right now.',
};

/** What an endpoint can be told of: the code on the wire, and its name. */
export const webhookEventTexts = {
  'purchase.paid': 'Purchase paid',
  'order.shipped': 'Order shipped',
  'order.cancelled': 'Order canceled',
  'order.refunded': 'Order refunded',
  'quote.accepted': 'Quote accepted',
  'tool.changed': 'Tool added, edited, or deleted',
  'stock.low': 'Low stock',
  'review.added': 'Review added',
  'message.received': 'Contact message received',
};

/** Why a try failed: the receiver's answer, or what kept the shop from getting one. */
export const webhookProblemTexts = {
  refused: 'Refused',
  redirected: 'Answered with a redirect, which isn’t followed',
  timed_out: 'No answer within 10 seconds',
  no_such_host: 'No server has this name',
  not_public: 'The name leads into a private network',
  not_https: 'Not an https:// address',
  out_of_reach: 'Couldn’t connect',
  not_composed: 'The shop couldn’t compose the event',
};

export const webhookTexts = {
  title: 'Webhooks',
  description: 'Tell other programs what happens in the shop.',
  lead: 'The shop sends signed events to your own programs as they happen.',
  toSettings: 'Settings',
  count: (count: number) => (count === 1 ? '1 endpoint' : `${formatCount(count)} endpoints`),
  none: 'No endpoints yet',
  noneText: 'Add the address of a program that should be told of paid orders, shipments, or stock.',
  columns: { url: 'Endpoint', events: 'Events', state: 'State', action: 'Actions' },
  eventCount: (count: number, of: number) =>
    count === of ? 'All events' : count === 1 ? '1 event' : `${count} events`,
  states: { on: 'On', off: 'Off' },
  offReasons: {
    by_hand: 'Turned off by an admin',
    gone: 'The receiver answered 410 Gone',
    failing: 'Failed for three days',
  },
  add: 'Add endpoint',
  url: 'Address',
  urlHint: 'Where events are sent with POST, such as https://erp.example.com/hooks',
  events: 'Events',
  save: 'Save',
  cancel: 'Cancel',
  edit: 'Edit',
  editTitle: 'Edit endpoint',
  added: 'Endpoint added',
  saved: 'Endpoint saved',
  secretTitle: 'Signing secret',
  secretText: 'Copy it now. It isn’t shown again. Your program checks the signature of each event with it.',
  secretRotated: 'Events carry signatures of the new and the previous secret for the next 24 hours.',
  secret: 'Secret',
  copy: 'Copy',
  copied: 'Secret copied',
  done: 'Done',
  more: (url: string) => `More for ${url}`,
  rotate: 'New secret…',
  rotateTitle: 'Create a new secret?',
  rotateText: 'The current secret stays valid for 24 hours. One before it ends now.',
  rotateConfirm: 'Create secret',
  test: 'Send test event',
  tested: 'Test event sent',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOn: 'Endpoint turned on',
  turnedOff: 'Endpoint turned off',
  deleted: (url: string) => `${url} deleted`,
  deleteOne: (url: string) => `Delete ${url}`,
};

export const deliveryTexts = {
  title: 'Webhook deliveries',
  description: 'What was sent to an endpoint, and what it answered.',
  toWebhooks: 'Webhooks',
  kept: 'Deliveries are kept for 30 days.',
  count: (count: number) => (count === 1 ? '1 delivery' : `${formatCount(count)} deliveries`),
  none: 'No deliveries yet',
  noneMatch: 'No deliveries match these filters',
  filter: 'State',
  filterChoices: { all: 'All states', waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
  states: { waiting: 'Waiting', retrying: 'Retrying', delivered: 'Delivered', failed: 'Failed' },
  columns: {
    at: 'Time',
    event: 'Event',
    state: 'State',
    answer: 'Answer',
    attempts: 'Attempts',
    action: 'Actions',
  },
  testEvent: 'Test event',
  milliseconds: (ms: number) => `${formatCount(ms)} ms`,
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${formatCount(count)} attempts`),
  details: 'Details',
  detailsOf: (event: string) => `Details of ${event}`,
  resend: 'Send again',
  resendOne: (event: string) => `Send ${event} again`,
  resent: 'Sent again',
  nextTry: 'Next try',
  eventId: 'Event ID',
  body: 'Request body',
  notComposed: 'Composed when it is first sent.',
  answer: 'Start of the answer',
  close: 'Close',
};

export const webhookEmailTexts = {
  subject: 'A webhook endpoint was turned off',
  gone: 'The receiver answered 410 Gone, so nothing is sent to this address any more.',
  failing: 'The receiver didn’t accept an event for three days, so nothing is sent to this address any more.',
  text: 'Events from now on aren’t kept for it. Those that were still waiting are sent once you turn it on again.',
  endpoint: 'Endpoint',
  link: 'See its deliveries',
  why: (shop: string) => `You’re an admin of ${shop}.`,
};
