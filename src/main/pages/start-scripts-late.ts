/**
 * Resolves once the page has been painted and its pictures and fonts are there, so that no script stands in their way;
 * or at the reader's first touch of anything, whichever comes first. What is clicked before the scripts run is clicked
 * again when they do; links and the sending of forms need none and work at once.
 */
const waitScript = `const page=document,signs=['pointerdown','keydown','focusin'];
await new Promise((go)=>{
for(const sign of signs)addEventListener(sign,go,{once:true,passive:true});
const painted=()=>page.hidden?go():requestAnimationFrame(()=>setTimeout(go));
if(page.readyState==='complete')painted();else addEventListener('load',painted,{once:true});
});`;

/** Fetches all files side by side, at the lowest priority, and runs each in a task of its own: no long one among them. */
const loadScript = `for(const href of files)page.head.append(Object.assign(page.createElement('link'),{rel:'modulepreload',href,fetchPriority:'low'}));
for(const file of files.slice(1)){await import(file);await new Promise((next)=>setTimeout(next));}`;

const PRELOAD = /<link[^>]*\brel="modulepreload"[^>]*\bhref="([^"]+)"[^>]*\/?>/g;
const START = /(<script\b[^>]*\btype="module"[^>]*>)(.*?)(<\/script>)/s;
const ENTRY = /import\("([^"]+)"\);?\s*$/;

/**
 * Has a page's scripts fetched and run after the page is painted, instead of beside it. React Router writes a module
 * script that imports the page's files at once, and a `modulepreload` for each; of these one script is made that does
 * the same when it is time.
 *
 * @param html a page from React Router's `Scripts`; one without its start script is given back as it is
 */
export function startScriptsLate(html: string): string {
  const [, , start = ''] = html.match(START) ?? [];
  const entry = start.match(ENTRY)?.[1];
  if (!entry) return html;
  const preloaded = [...html.matchAll(PRELOAD)].map(([, href = '']) => href);
  const files = [...new Set([entry, ...preloaded])];
  const imports = start
    .replace(/import \* as (\w+) from ("[^"]+");/g, 'const $1=await import($2);')
    .replace(/import ("[^"]+")/g, 'await import($1)')
    .replace(/\s*\n\s*/g, '');
  const script = [waitScript, `const files=${JSON.stringify(files)};`, loadScript, imports].join('\n');
  return html
    .replace(PRELOAD, '')
    .replace(START, (_, open: string, _text, close: string) => `${open}${script}${close}`);
}
