import { use } from 'react';
import { Scripts } from 'react-router';
import { LOCALE } from '#texts/locale.ts';
import { NonceContext } from '#ui/client/load-context.ts';
import { SHEET_ID } from '#ui/styles/sheet.ts';

const ID = 'page-scripts';
const START_ID = 'start-scripts';

/** Maximum time that the scripts wait for the pictures, in milliseconds: a picture may never load. */
const WAIT_MS = 4_000;

/** The key under which a browser keeps that it has the typeface's files. */
const HAS_TYPEFACE = 'typeface';

// Text is set sooner in a font of the system, above all where each size of one is asked for, and the images
// get the full bandwidth: the faces are in a rule for browsers without scripts. A face that is added once its
// file is there has the page laid out one time, where a rule that begins to apply has it styled again, and
// laid out for each file.
const facesScript = `const typeface=[...[...document.getElementById('${SHEET_ID}').sheet.cssRules].find(({media})=>media?.mediaText=='(scripting: none)').cssRules].map(({style})=>{const [src,weight,stretch,unicodeRange]=['src','font-weight','font-stretch','unicode-range'].map((name)=>style.getPropertyValue(name));
return new FontFace('Archivo',src,{display:'swap',weight,stretch,unicodeRange})});
const setType=()=>{for(const face of typeface)document.fonts.add(face)};
`;
/** How many of its files have the shop's own characters: text, headings, and labels. The others are fetched
 * by the pages that have a letter of theirs. */
const OWN_FACES = 3;

// Runs the first script, which reads the page's data, at once; the typeface and then the others after the
// page is painted with its pictures, each in its own task, since a single long task, above all hydration,
// would block a phone. A browser that has the typeface applies it at once. While the scripts are on their
// way, it reads what it knows about the language: a phone's first format of numbers takes 60 ms, which are
// two tasks of 30 if it has made a collator before. The browser reads the text from the page, which has it
// already.
const startScript = import.meta.env.SSR
  ? `{const page=document,html=page.getElementById('${ID}').textContent;
const scripts=page.createRange().createContextualFragment(html),[data,start]=scripts.querySelectorAll('script');
page.body.append(data);
${facesScript}try{if(localStorage.${HAS_TYPEFACE})setType()}catch{}
const task=()=>new Promise((next)=>setTimeout(next));
let begin=async()=>{begin=()=>{};
const links=[...scripts.querySelectorAll('link')];
for(const link of links){link.fetchPriority='low';page.head.append(link)}
for(const Format of [Intl.Collator,Intl.NumberFormat]){await task();new Format('${LOCALE}')}
for(const {href} of links)if(!href.includes('/entry.client')){await import(href);await task()}
page.body.append(start)};
const painted=()=>new Promise((next)=>page.hidden?next():requestAnimationFrame(()=>setTimeout(next)));
addEventListener('load',async()=>{await painted();
try{await Promise.all(typeface.slice(0,${OWN_FACES}).map((face)=>face.load()));localStorage.${HAS_TYPEFACE}=1}catch{}
setType();await painted();begin()});
setTimeout(()=>begin(),${WAIT_MS})}`
  : document.getElementById(START_ID)?.textContent;

/** React Router's scripts, started once the page is painted. In a `noscript` they are plain text, which React
 * does not touch. */
export function LazyScripts() {
  const nonce = use(NonceContext);
  // Hot reload needs its own order.
  if (import.meta.env.DEV) {
    return (
      <>
        <Scripts />
        <script nonce={nonce}>{`{${facesScript}setType()}`}</script>
      </>
    );
  }
  return (
    <>
      <noscript id={ID}>
        <Scripts />
      </noscript>
      <script id={START_ID} nonce={nonce}>
        {startScript}
      </script>
    </>
  );
}
