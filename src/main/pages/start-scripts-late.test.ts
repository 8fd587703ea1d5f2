import { expect, it } from 'vitest';
import { startScriptsLate } from './start-scripts-late.ts';

const page = [
  '<head><link rel="modulepreload" nonce="m" href="/assets/manifest.js"/>',
  '<link rel="modulepreload" nonce="m" href="/assets/entry.js"/><link rel="modulepreload" nonce="m" href="/assets/root.js"/>',
  '<link rel="preload" as="image" href="/plate.svg"/></head>',
  '<script nonce="m" type="module" async="">import "/assets/manifest.js";\nimport * as route0 from "/assets/root.js";\n',
  '  window.modules = {"root":route0};\n\nimport("/assets/entry.js");</script>',
  '<script nonce="m">data()</script>',
].join('');

it('leaves nothing that is fetched before the script says so', () => {
  const late = startScriptsLate(page);
  expect(late).not.toContain('modulepreload" ');
  expect(late).not.toMatch(/\bimport (\*|")/);
  expect(late).toContain('<link rel="preload" as="image" href="/plate.svg"/>');
  expect(late).toContain('<script nonce="m">data()</script>');
});

it('waits, fetches every file, and then does what the page wanted, the entry last', () => {
  const script = startScriptsLate(page).match(
    /<script nonce="m" type="module" async="">(.*?)<\/script>/s,
  )?.[1];
  expect(script?.split('\n').at(-1)).toBe(
    'await import("/assets/manifest.js");const route0=await import("/assets/root.js");window.modules = {"root":route0};import("/assets/entry.js");',
  );
  expect(script).toContain('const files=["/assets/entry.js","/assets/manifest.js","/assets/root.js"];');
  expect(script).toMatch(/^const page=document.*await new Promise.*requestAnimationFrame/s);
});

it('leaves a page without a start script as it is', () => {
  expect(startScriptsLate('<p>The shop is busy</p>')).toBe('<p>The shop is busy</p>');
});
