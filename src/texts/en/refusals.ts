import { counted } from './locale.ts';

/** Why the shop refuses a call, whatever the call is about. */
export const refusalTexts = {
  signIn: 'Please sign in',
  adminsOnly: 'This is for admins',
  tooManyTries: (wait: string) => `Too many tries. Please wait ${wait}`,
  seconds: (seconds: number) => counted(seconds, { one: '# second', other: '# seconds' }),
  minutes: (minutes: number) => counted(minutes, { one: '# minute', other: '# minutes' }),
  busy: 'The shop is busy. Please try again in a moment',
  cannotServe: 'The shop cannot serve right now',
  wentWrong: 'Something went wrong on our side. Please try again',
  refused: 'This was refused',
  notValid: 'Not valid',
  noSuchUser: 'There is no such user',
  notYourProfile: 'This is not your profile',
};

/** Why the shop refuses a request that is not as its API asks for. Whoever writes a client reads these. */
export const requestTexts = {
  badJson: 'The body is not valid JSON',
  emptyBody: 'The body is empty',
  otherLength: 'The body is not as long as announced',
  bodyTooLarge: 'The body is too large',
  notJson: 'Send the body as application/json',
  unstorable: 'The text holds a character that cannot be stored',
  badAddress: 'The address is not valid',
  nothingHere: 'There is nothing at this address',
  notHttp: 'The request is not valid HTTP',
  tooSlow: 'The request took too long to arrive',
  headersTooLarge: 'The headers are too large',
  foreignPage: 'This call was sent by a page of another site',
  noSuchCall: 'There is no such call',
  otherMethod: (methods: string) => `This path takes ${methods}`,
  badCursor: 'cursor is not valid',
  badSignature: 'The signature is not valid',
  keyReused: 'This Idempotency-Key was used for another request',
};
