/** The texts of the API's document, for client developers. */
export const apiTexts = {
  description: `Every call of the shop.

## Signing in

1. \`POST /api/auth/sign-in/email\` with \`{ email, password }\` (after \`POST /api/auth/sign-up/email\` with \`{ name, email, password }\`, which answers the same for every address) answers \`token\`, an ID token. The header \`set-auth-token\` of the answer is the session.
2. \`PUT /user/{email}\` with the ID token as bearer (\`Authorization: Bearer …\`) answers \`token\`, the access token, and \`expiresAt\`, 10 minutes from now.
3. Every other call that needs a signed-in user takes the access token as its bearer.
4. To go on after \`expiresAt\`: \`GET /api/auth/token\` with the session as bearer answers a new ID token, and in \`set-auth-token\` the session's next token (each is good for one renewal). Then step 2 again.

With Firebase as the identity provider, its own SDK gives the ID token of step 1.

## Ordering and paying

\`POST /orders\` places an order, \`POST /create-payment-intent\` reserves its units and starts the payment. The card goes from the buyer to the card provider: to Stripe by its own SDK, to the sandbox by \`POST /sandbox-cards/intents/{intentId}/confirm\`. \`PATCH /orders/{id}\` with the intent's id as \`transactionId\` then makes the order paid.

## Conventions

Errors are \`{ error: { code, message, field? } }\`. Lists are plain arrays with \`limit\` and \`cursor\`: the \`Link\` header of an answer names the next page, \`X-Total-Count\` says how many there are, or \`X-Total-More-Than\` where they were counted up to a number only. A repeat of a \`POST\` under the same \`Idempotency-Key\` is answered like the first.`,
  accessToken: 'The shop’s own access token, from PUT /user/{email}. Good for 10 minutes.',
  idToken: 'An ID token of the identity provider, as signing in answers it.',
  session: 'The session of the shop’s own accounts, from the set-auth-token header.',
  forAdmins: 'For admins.',
  forStaff: 'For staff and admins.',
  terms: 'The terms of the shop that serves this API',
  headers: {
    retryAfter: 'Seconds after which to try again',
    etag: 'Sent along as If-None-Match, it gets 304 while nothing has changed',
    link: 'The address of the next page, with rel="next"; none on the last',
    totalCount: 'How many rows there are in all',
    totalMoreThan: 'Instead of X-Total-Count: there are more rows than this',
    session: 'The session’s token: the bearer of GET /api/auth/token',
  },
};

/** The description of each group of calls. */
export const apiTagTexts = {
  Accounts: 'Signing up and in with the shop’s own accounts, and what their emails link to.',
  Users: 'Access tokens, profiles and roles.',
  Addresses: 'One’s own address book.',
  Tools: 'The tools that the shop sells.',
  Stock: 'What there is of the tools, and every change of it.',
  Imports: 'Files that change many tools at once: checked, applied, undone.',
  Pictures: 'Pictures of tools: uploaded by admins, served to everybody.',
  Orders: 'Orders, from the cart to the customer.',
  Quotes: 'What the shop would charge for a cart, and until when; with units reserved, if staff say so.',
  Invoices:
    'Invoices and credit notes: PDF/A-3 with the EN 16931 XML inside, numbered without gaps, never changed.',
  Payments: 'Payment intents, and the card provider’s word about them.',
  'Sandbox cards': 'The embedded card provider: test cards only.',
  Customers: 'What staff see of one person at once, and what they write down about them.',
  Reviews: 'Reviews of the shop and of its tools.',
  Contact: 'Messages to the shop.',
  Overview: 'How the shop does, for its owner.',
  Activity: 'Who did what, from the audit trail.',
  Settings: 'What clients need to know of the shop.',
  Mailbox: 'The embedded mailbox of a shop in trial mode.',
  Operations: 'For whatever watches over the shop.',
};
