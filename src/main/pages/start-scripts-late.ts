/**
 * What is pressed and sent before there is a script to take it: kept until `entry.client.tsx` says that the page has been
 * taken over, and then done again. Links, and forms that have an address, need no script and work at once. A radio button
 * that is chosen already would be no change to React, so it is let go first.
 */
const keepScript = `const page=document,early=[];
const press=({target})=>{const pressed=target.closest('button:not([type=submit]),input[type=radio]');if(pressed)early.push(()=>{pressed.checked=false;pressed.click()})};
const send=(event)=>{const form=event.target;if(form.hasAttribute('action'))return;event.preventDefault();early.push(()=>form.requestSubmit())};
addEventListener('click',press,true);addEventListener('submit',send,true);
page.addEventListener('taking-over',()=>{removeEventListener('click',press,true);removeEventListener('submit',send,true)},{once:true});
page.addEventListener('taken-over',()=>{for(const again of early)again()},{once:true});`;

/** Pages that are whole without a script: what they have to press and send works by itself or is done again. */
const wholeWithout = ['/', '/tools', '/about', '/portfolio', '/policy'];

/**
 * Waits for a sign that somebody is there: a pointer that moves, a key, a scroll. Chromium tells each new page of a pointer
 * that merely rests on it, so one counts that was seen in two places. A page that is not whole without its scripts, or
 * whose visitor has signed in before, waits for no sign, but until it is painted and its pictures and fonts are there, so
 * that no script stands in their way; for 4 seconds at most, since a picture may never come.
 */
const waitScript = `await new Promise((go)=>{
let rest;const heard=new AbortController(),{signal}=heard;
const sign=({type,clientX,clientY})=>{const place=clientX+' '+clientY;if(type==='pointermove'&&(rest??=place)===place)return;heard.abort();go()};
for(const name of ['pointermove','pointerdown','touchstart','wheel','scroll','keydown','focusin'])addEventListener(name,sign,{passive:true,signal});
if(${JSON.stringify(wholeWithout)}.includes(location.pathname)&&!('known' in page.documentElement.dataset))return;
setTimeout(go,4000);
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
  const names = `const files=${JSON.stringify(files)};`;
  const script = [keepScript, waitScript, names, loadScript, imports].join('\n');
  return html
    .replace(PRELOAD, '')
    .replace(START, (_, open: string, _text, close: string) => `${open}${script}${close}`);
}
