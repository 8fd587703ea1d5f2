import type { Page } from 'playwright-core';
import type { Scene } from '../scene.ts';
import { buyer } from '../shops/cast.ts';
import { failure, heading, press, words } from './seen.ts';

const visitor = { role: 'visitor', shop: 'demo' } as const;

const fill = (label: string, text: string) => async (page: Page) =>
  page.getByRole('main').getByLabel(label, { exact: true }).fill(text);

const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const step of steps) await step(page);
  };

const wrongLogin = inTurn(fill('Email', buyer.email), fill('Password', 'not the password'), press('Login'));

const stopEmails = { ...visitor, screen: 'stop-emails', path: '/stop-emails?token=made-up' } as const;
const pressStop = press('Stop these emails');

const invitation = { ...visitor, screen: 'invitation', path: '/invitation?token=made-up' } as const;
const changeEmail = { ...visitor, screen: 'change-email', path: '/change-email?confirm=made-up' } as const;

/** Presses a button as if the link came from an email. */
const answered = (call: 'confirm' | 'undo', button: string) => async (page: Page) => {
  await page.route(`**/account/email/${call}`, (route) => route.fulfill({ json: { modifiedCount: 1 } }));
  await press(button)(page);
};

/** Stops emails as if the link came from an email. */
async function meetStopped(page: Page): Promise<void> {
  await page.route('**/notices/stop', (route) => route.fulfill({ json: { notice: 'sale', isOn: false } }));
  await pressStop(page);
}

/** Logs in as somebody with a second step. */
async function meetSecondStep(page: Page): Promise<void> {
  const json = { token: 'half', email: 'ada@joiner.example', secondFactor: ['code', 'passkey'] };
  await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ json }));
  await wrongLogin(page);
}

/** Signing in, signing up, and the pages that emails link to. */
export const accountScenes: Scene[] = [
  { ...visitor, screen: 'login', state: 'content', path: '/login', shows: heading('Login') },
  {
    ...visitor,
    screen: 'login',
    state: 'problems',
    path: '/login',
    act: press('Login'),
    shows: words('Email is required'),
  },
  { ...visitor, screen: 'login', state: 'refused', path: '/login', act: wrongLogin, shows: failure },
  {
    ...visitor,
    screen: 'login',
    state: 'loading',
    path: '/login',
    held: /^POST \/api\/auth\/sign-in/,
    act: wrongLogin,
    shows: heading('Login'),
  },
  {
    ...visitor,
    screen: 'login',
    state: 'second-step',
    path: '/login',
    act: meetSecondStep,
    shows: heading('One more step'),
  },
  { ...visitor, screen: 'signup', state: 'content', path: '/signup', shows: heading(/./) },
  {
    ...visitor,
    screen: 'signup',
    state: 'problems',
    path: '/signup',
    act: inTurn(fill('Password', 'short'), press(/^Sign ?up$/i)),
    shows: words('Name is required'),
  },
  {
    ...visitor,
    screen: 'signup',
    state: 'refused',
    path: '/signup',
    act: inTurn(
      fill('Name', buyer.name),
      fill('Email', buyer.email),
      fill('Password', 'not the account’s own'),
      press(/^Sign ?up$/i),
    ),
    shows: failure,
  },
  { ...visitor, screen: 'reset', state: 'ask', path: '/reset-password', shows: heading(/./) },
  {
    ...visitor,
    screen: 'reset',
    state: 'asked',
    path: '/reset-password',
    act: inTurn(fill('Email', 'nobody@nowhere.example'), press('Send reset link')),
    shows: (page) => page.getByRole('main').getByRole('status'),
  },
  {
    ...visitor,
    screen: 'reset',
    state: 'set',
    path: '/reset-password?token=made-up',
    shows: heading('Set a new password'),
  },
  {
    ...visitor,
    screen: 'reset',
    state: 'refused',
    path: '/reset-password?token=made-up',
    act: inTurn(fill('New password', 'seven dull chisels'), press('Set new password')),
    shows: failure,
  },
  {
    ...visitor,
    screen: 'verify',
    state: 'incomplete',
    path: '/verify-email',
    shows: heading(/./),
  },
  {
    ...visitor,
    role: 'buyer',
    screen: 'verify',
    state: 'refused',
    path: '/verify-email?token=made-up',
    shows: failure,
  },
  { ...changeEmail, role: 'buyer', state: 'confirm', shows: words('Use the new address') },
  { ...changeEmail, state: 'signed-out', shows: words('Log in to finish changing your email.') },
  { ...changeEmail, state: 'incomplete', path: '/change-email', shows: failure },
  {
    ...changeEmail,
    role: 'buyer',
    state: 'confirmed',
    act: answered('confirm', 'Use the new address'),
    shows: words('Your email is now'),
  },
  { ...invitation, state: 'signed-out', shows: words(/invitation was sent to/) },
  { ...invitation, state: 'accept', role: 'buyer', shows: words(/Accept the invitation for this account/) },
  { ...changeEmail, state: 'undo', path: '/change-email?undo=made-up', shows: words('Undo the change') },
  {
    ...changeEmail,
    state: 'undone',
    path: '/change-email?undo=made-up',
    act: answered('undo', 'Undo the change'),
    shows: words('Set a new password now'),
  },
  {
    ...changeEmail,
    state: 'refused',
    path: '/change-email?undo=made-up',
    act: press('Undo the change'),
    shows: failure,
  },
  { ...stopEmails, state: 'content', shows: heading('Unsubscribe') },
  { ...stopEmails, state: 'incomplete', path: '/stop-emails', shows: failure },
  { ...stopEmails, state: 'refused', act: pressStop, shows: failure },
  {
    ...stopEmails,
    state: 'stopped',
    act: meetStopped,
    shows: words('We’ll no longer email you about sales'),
  },
  {
    ...stopEmails,
    state: 'loading',
    held: /^POST \/notices\/stop/,
    act: pressStop,
    shows: (page) => page.getByRole('main').locator('[aria-busy="true"]'),
  },
];
