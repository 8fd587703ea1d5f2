import { expect, it } from 'vitest';
import { bareContentPolicy, pageContentPolicy } from './content-policy.ts';

it('lets a reply that is no page do nothing', () => {
  expect(bareContentPolicy).toBe(
    "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
});

it('lets a page load what is the shop’s, and run inline what it names by its hash', () => {
  // The script and its hash are the example of the CSP specification itself.
  const policy = pageContentPolicy({ scripts: ["alert('Hello, world.');"], styles: ['a{}', 'a{}'] });
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
    "style-src 'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='",
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

it('lets a page load of other sites what the services in use need', () => {
  const others = {
    scripts: ['https://js.provider.example'],
    frames: ['https://js.provider.example', 'https://bank.example'],
    connections: ['https://api.provider.example'],
    pictures: ['https://pictures.example'],
  };
  expect(pageContentPolicy({}, others).split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' https://js.provider.example",
    "style-src 'self'",
    "img-src 'self' blob: https://pictures.example",
    "font-src 'self'",
    "connect-src 'self' https://api.provider.example",
    'frame-src https://js.provider.example https://bank.example',
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

it('names no hash where there is nothing inline', () => {
  expect(pageContentPolicy({})).toContain("; script-src 'self'; style-src 'self'; ");
});
