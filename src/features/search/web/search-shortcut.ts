export const SEARCH_BOX_ID = 'tool-search';

export const SUGGESTIONS_ID = `${SEARCH_BOX_ID}-suggestions`;

/** Returns the `id` of an option. */
export const optionId = (index: number) => `${SUGGESTIONS_ID}-${index}`;

/** The same shortcut for assistive technology (WAI-ARIA, aria-keyshortcuts). */
export const SEARCH_KEYS = 'Control+K Meta+K';

/** Focuses the search box on Ctrl+K or Cmd+K; in the head, so that it works before the page's scripts load. A
 * shortcut with a modifier key needs no way to turn it off (WCAG 2.1.4). */
export const searchShortcutScript = `addEventListener('keydown',(e)=>{const b=document.getElementById('${SEARCH_BOX_ID}');if(b&&(e.ctrlKey||e.metaKey)&&!e.altKey&&!e.shiftKey&&e.key.toLowerCase()==='k'&&!document.querySelector(':modal')){e.preventDefault();b.focus();b.select()}})`;

/** The `id` of the form that searches the list of tools. On its page the search box in the navigation bar
 * belongs to it. */
export const LIST_FORM_ID = 'tool-list';
