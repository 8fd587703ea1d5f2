import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportGoogleOutcome, waitForGooglePopup } from './google-popup.ts';

const popup = { closed: false, location: { href: 'about:blank' }, close: vi.fn() };
const open = vi.fn<() => typeof popup | null>();
const hasFocus = vi.fn(() => true);

/** The attempt named in the callback URL. */
const attemptOf = (callbackUrl: string) =>
  new URL(callbackUrl, 'https://shop.example').searchParams.get('attempt') ?? '';

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

test('opens the window before any await, sends it to Google, and returns the session', async () => {
  const start = vi.fn(async (callbackUrl: string) => {
    setImmediate(() => reportGoogleOutcome({ attempt: attemptOf(callbackUrl), session: 'session-1' }));
    return 'https://accounts.example/';
  });
  const session = waitForGooglePopup(start);
  expect(open).toHaveBeenCalledWith('about:blank', '_blank', expect.any(String));
  expect(await session).toBe('session-1');
  expect(popup.location.href).toBe('https://accounts.example/');
});

test('explains a blocked window, and does not contact Google', async () => {
  open.mockReturnValue(null);
  const start = vi.fn();
  await expect(waitForGooglePopup(start)).rejects.toThrow('blocked the Google window');
  expect(start).not.toHaveBeenCalled();
});

test('ignores the outcome of another attempt, and explains a denial', async () => {
  const session = waitForGooglePopup(async (callbackUrl) => {
    setImmediate(() => {
      reportGoogleOutcome({ attempt: 'another', session: 'session-of-another' });
      reportGoogleOutcome({ attempt: attemptOf(callbackUrl), error: 'access_denied' });
    });
    return 'https://accounts.example/';
  });
  await expect(session).rejects.toThrow('Google sign-in was canceled.');
});

test('explains a window that the user closed, once this page has the focus again', async () => {
  vi.useFakeTimers();
  hasFocus.mockReturnValue(false);
  const settled = vi.fn();
  const session = waitForGooglePopup(async () => 'https://accounts.example/').catch(settled);
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
  const start = () => Promise.reject(new Error('no connection'));
  await expect(waitForGooglePopup(start)).rejects.toThrow('no connection');
  expect(popup.close).toHaveBeenCalled();
});
