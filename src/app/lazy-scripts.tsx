import { use } from 'react';
import { Scripts } from 'react-router';
import { NonceContext } from '#ui/client/load-context.ts';

const ID = 'page-scripts';
const START_ID = 'start-scripts';

/** A picture may never come, and the scripts are not to wait for it longer. */
const WAIT_MS = 4_000;

// Runs the first script, which takes in the page's data, at once; the others when the page is painted, with
// its pictures and fonts: each in a task of its own, since all in one would hold up a phone, and the one that
// takes the page over last. In a browser the text is read from the page, which has it already.
const startScript = import.meta.env.SSR
  ? `{const page=document,html=page.getElementById('${ID}').textContent;
const scripts=page.createRange().createContextualFragment(html),[data,start]=scripts.querySelectorAll('script');
page.body.append(data);
let begun;
const begin=async()=>{if(begun)return;begun=true;
const links=[...scripts.querySelectorAll('link')];
for(const link of links){link.fetchPriority='low';page.head.append(link)}
for(const {href} of links)if(!href.includes('/entry.client')){await import(href);await new Promise((next)=>setTimeout(next))}
page.body.append(start)};
addEventListener('load',()=>page.hidden?begin():requestAnimationFrame(()=>setTimeout(begin)));
setTimeout(begin,${WAIT_MS})}`
  : document.getElementById(START_ID)?.textContent;

/** React Router's scripts, started once the page is there. In a `noscript` they are mere
 * text, which React leaves alone. */
export function LazyScripts() {
  const nonce = use(NonceContext);
  // Hot reload has an order of its own.
  if (import.meta.env.DEV) return <Scripts />;
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
