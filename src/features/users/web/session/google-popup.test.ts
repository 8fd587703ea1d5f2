import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportGoogleOutcome, waitForGooglePopup } from './google-popup.ts';

const popup = { closed: false, location: { href: 'about:blank' }, close: vi.fn() };
const open = vi.fn<() => typeof popup | null>();
const hasFocus = vi.fn(() => true);

const signedIn = { token: 'proof-1', email: 'gus@mail.example', secondFactor: [] };

/** Google's address as the shop tells it, after `work` with the attempt that the callback names. */
function startWith(work: (attempt: string) => void = () => undefined) {
  const start = vi.fn(async (_path: string, init: RequestInit = {}) => {
    const { callbackURL } = JSON.parse(String(init.body));
    work(new URL(callbackURL, 'https://shop.example').searchParams.get('attempt') ?? '');
    return Response.json({ url: 'https://accounts.example/' });
  });
  vi.stubGlobal('fetch', start);
  return start;
}

beforeEach(() => {
  open.mockReset().mockReturnValue(popup);
  popup.closed = false;
  popup.close.mockReset();
  vi.stubGlobal('window', { open, close: vi.fn() });
  vi.stubGlobal('document', { hasFocus });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('opens the window before any await, sends it to Google, and returns the sign-in', async () => {
  const start = startWith((attempt) => setImmediate(() => reportGoogleOutcome({ attempt, signedIn })));
  const outcome = waitForGooglePopup();
  expect(open).toHaveBeenCalledWith('about:blank', '_blank', expect.any(String));
  expect(await outcome).toEqual(signedIn);
  expect(popup.location.href).toBe('https://accounts.example/');
  expect(start).toHaveBeenCalledExactlyOnceWith(
    '/api/auth/sign-in/social',
    expect.objectContaining({ credentials: 'same-origin' }),
  );
});

test('explains a blocked window, and does not contact Google', async () => {
  open.mockReturnValue(null);
  const start = startWith();
  await expect(waitForGooglePopup()).rejects.toThrow('blocked the Google window');
  expect(start).not.toHaveBeenCalled();
});

test('ignores the outcome of another attempt, and explains a denial', async () => {
  startWith((attempt) =>
    setImmediate(() => {
      reportGoogleOutcome({ attempt: 'another', signedIn });
      reportGoogleOutcome({ attempt, error: 'access_denied' });
    }),
  );
  await expect(waitForGooglePopup()).rejects.toThrow('Google sign-in was canceled.');
});

test('explains a window that the user closed, once this page has the focus again', async () => {
  vi.useFakeTimers();
  hasFocus.mockReturnValue(false);
  const settled = vi.fn();
  startWith();
  const session = waitForGooglePopup().catch(settled);
  popup.closed = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(settled).not.toHaveBeenCalled();
  hasFocus.mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(500);
  expect(settled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(500);
  await session;
  expect(settled.mock.calls[0]?.[0].message).toContain('was closed before');
});

test('closes the empty window when Google cannot be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(waitForGooglePopup()).rejects.toThrow('Check your connection');
  expect(popup.close).toHaveBeenCalled();
});
