/** The texts of the API's document, for client developers. */
export const apiTexts = {
  description: (scopes: string) => `Every call of the shop's API.

## API keys

An app, such as your accounting software or a label printer, uses the API with a key. It acts for the person who made the key.

1. Create a key in the dashboard, under API keys. Name it, and choose the scopes that the program needs. Copy it now. You won’t see it again.
2. Send it with each call: \`Authorization: Bearer toolyard_…\`. It isn’t accepted in cookies or URLs.
3. Delete it in the dashboard once nothing uses it, or if others may have seen it. It stops working at once.

A call needs the scope that is named with it. A key can’t do more than its owner can: what they can't see or change, it can't either. It ends on its last day, when its person's role changes, and when its person is blocked. It may be limited to IP addresses and networks. Calls about people's own accounts, roles, signing in, and the keys themselves take no key.

Keys count toward their owner's limits, together with the owner's other keys and sessions. A call above the limit gets 429, with the seconds to wait in \`Retry-After\`. An ended or unknown key gets 401 \`not_signed_in\`. A key that lacks a scope gets 403 \`scope_missing\`, with the scope in \`error.scope\`. A call that takes no key, or an IP address that the key isn't for, gets 403 \`key_refused\`.

Every key starts with \`toolyard_\`, followed by 49 letters, digits, \`-\`, and \`_\`, of which the last 6 are a checksum. Programs that search for leaked secrets find it with \`toolyard_[A-Za-z0-9_-]{49}\`.

The scopes:

${scopes}

## Signing in

1. \`POST /api/auth/sign-in/email\` with \`{ email, password }\` (after \`POST /api/auth/sign-up/email\` with \`{ name, email, password }\`, which answers the same for every address) returns \`token\`, which proves the sign-in for 10 minutes.
2. If \`secondFactor\` is not empty: \`POST /api/auth/second-factor\` with \`{ code }\` and that token as bearer (\`Authorization: Bearer …\`).
3. \`PUT /user/{email}\` with that token as bearer returns \`token\`, the access token. It counts once.
4. Every other call that needs a signed-in user takes the access token as its bearer. It is the session, and stays the same until it ends.

With Firebase as the identity provider, its SDK provides an ID token, the proof for step 3.

## Ordering and paying

\`POST /orders\` places an order. \`POST /create-payment-intent\` reserves its units and starts the payment. The card details go from the buyer straight to the card provider: to Stripe with its SDK, to the sandbox with \`POST /sandbox-cards/intents/{intentId}/confirm\`. \`PATCH /orders/{id}\` with the intent's ID as \`transactionId\` then marks the order as paid.

## Conventions

Errors are \`{ error: { code, message, field? } }\`. Lists are plain arrays with \`limit\` and \`cursor\`: the \`Link\` header of a response has the next page, and \`X-Total-Count\` the number of rows, or \`X-Total-More-Than\` if they were counted only up to a limit. Repeating a \`POST\` with the same \`Idempotency-Key\` returns the first response again.`,
  accessToken: 'The shop’s own access token, from PUT /user/{email}.',
  apiKey: 'An API key with the scope named here.',
  proof: 'The proof of a sign-in, as signing in returned it; with Firebase an ID token.',
  forAdmins: 'For admins.',
  forStaff: 'For staff and admins.',
  terms: 'The terms of the shop that serves this API',
  headers: {
    retryAfter: 'Seconds to wait before trying again',
    etag: 'Sent as If-None-Match, it gets 304 while nothing has changed',
    link: 'The address of the next page, with rel="next"; missing on the last page',
    totalCount: 'The total number of rows',
    totalMoreThan: 'Instead of X-Total-Count, if there are more rows than this',
  },
};

/** The description of each group of calls. */
export const apiTagTexts = {
  Accounts: 'Signing up and in with the shop’s own accounts, and the links in their emails.',
  'API keys': 'Keys for programs, such as bookkeeping or label printing.',
  Users: 'Access tokens, profiles, and roles.',
  Addresses: 'The signed-in user’s address book.',
  Tools: 'The tools that the shop sells.',
  Stock: 'Available quantities, and every change of them.',
  Imports: 'Files that change many tools at once: checked, applied, and undone.',
  Pictures: 'Pictures of tools: uploaded by admins, served to everyone.',
  Orders: 'Orders, from the cart to delivery.',
  Quotes: 'Prices offered for a cart until a set time, with units reserved if staff choose to.',
  Invoices:
    'Invoices and credit notes: PDF/A-3 with the EN 16931 XML inside, numbered without gaps, and never changed.',
  Payments: 'Payment intents, and the card provider’s events about them.',
  'Sandbox cards': 'The embedded card provider: test cards only.',
  Customers: 'One customer’s data for staff, with staff notes.',
  Reviews: 'Reviews of the shop and its tools.',
  Contact: 'Messages to the shop.',
  Overview: 'Sales and open work, for the owner.',
  Webhooks: 'Signed events for other programs, as they happen (Standard Webhooks), and what was delivered.',
  Activity: 'Who did what, from the audit trail.',
  Settings: 'Settings that clients need.',
  Mailbox: 'The embedded mailbox of a shop in trial mode.',
  Operations: 'Health checks and metrics, for monitoring.',
};
