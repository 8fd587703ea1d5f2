import { use } from 'react';
import { Scripts } from 'react-router';
import { NonceContext } from '#ui/client/load-context.ts';

const ID = 'page-scripts';
const START_ID = 'start-scripts';

/** Maximum time that the scripts wait for the pictures, in milliseconds: a picture may never load. */
const WAIT_MS = 4_000;

// Runs the first script, which reads the page's data, at once; the others after the page is painted with its
// pictures and fonts, each in its own task, since a single long task, above all hydration, would block a
// phone. The browser reads the text from the page, which has it already.
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

/** React Router's scripts, started once the page is painted. In a `noscript` they are plain text, which React
 * does not touch. */
export function LazyScripts() {
  const nonce = use(NonceContext);
  // Hot reload needs its own order.
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
