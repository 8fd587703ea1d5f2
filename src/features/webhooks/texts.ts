export const webhookRuleTexts = {
  url: 'Enter an address that starts with https:// or http://.',
  urlTooLong: 'The address must be 2,000 characters or shorter.',
  credentials: 'Leave the user name and password out of the address.',
  events: 'Choose at least one event.',
  isOn: 'isOn must be true or false',
};

export const webhookErrorTexts = {
  noSuchEndpoint: 'There’s no such endpoint.',
  noSuchWebhookDelivery: 'There’s no such delivery.',
  tooMany: (most: number) => `A shop can have up to ${most} endpoints.`,
  notHttps: 'A live shop sends to https:// addresses only.',
  notPublic: 'This address is inside a private network. The shop sends to public addresses only.',
  noSuchHost: 'There’s no server with this name.',
  isOff: 'This endpoint is off. Turn it on first.',
  underWay: 'This delivery is being sent right now.',
};

/** The events that an endpoint can receive: the code on the wire, and the name. */
export const webhookEventTexts = {
  'purchase.paid': 'Purchase paid',
  'order.shipped': 'Order shipped',
  'order.cancelled': 'Order canceled',
  'order.refunded': 'Order refunded',
  'return.requested': 'Return requested',
  'return.received': 'Return received',
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

export const webhookEmailTexts = {
  subject: 'A webhook endpoint was turned off',
  gone: 'The receiver answered 410 Gone, so nothing is sent to this address any more.',
  failing: 'The receiver didn’t accept an event for three days, so nothing is sent to this address any more.',
  text: 'Events from now on aren’t kept for it. Those that were still waiting are sent once you turn it on again.',
  endpoint: 'Endpoint',
  link: 'View deliveries',
  why: (shop: string) => `You’re an admin of ${shop}.`,
};
