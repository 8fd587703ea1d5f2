export const SEARCH_BOX_ID = 'tool-search';

export const SUGGESTIONS_ID = `${SEARCH_BOX_ID}-suggestions`;

/** The `id` of one of them. */
export const optionId = (index: number) => `${SUGGESTIONS_ID}-${index}`;

/** The same for who listens to the page's keys (WAI-ARIA, aria-keyshortcuts). */
export const SEARCH_KEYS = 'Control+K Meta+K';

/** Takes the focus to the search box at Ctrl+K or Cmd+K, from the head, so that it works before the page's
 * scripts do. A key pressed with another one needs no switch to turn it off (WCAG 2.1.4). */
export const searchShortcutScript = `addEventListener('keydown',(e)=>{const b=document.getElementById('${SEARCH_BOX_ID}');if(b&&(e.ctrlKey||e.metaKey)&&!e.altKey&&!e.shiftKey&&e.key.toLowerCase()==='k'&&!document.querySelector(':modal')){e.preventDefault();b.focus();b.select()}})`;

/** The `id` of the form that searches the list of tools. On its page the box in
 * the navigation bar belongs to it. */
export const LIST_FORM_ID = 'tool-list';
