// Runs in the head to record events before React hydrates. Links and forms with an action work without
// scripts; other submits are held back. Clicks are recorded until hydration begins, when React captures them
// itself; typing is recorded until hydration is done.
export const earlyScript = `{const acts=window.earlyActs=[];
const hear=(name,end,heard)=>{addEventListener(name,heard,true);document.addEventListener(end,()=>removeEventListener(name,heard,true))};
const fill=({target})=>acts.push({target,fill:target.value,checked:target.checked});
hear('input','hydrated',fill);hear('change','hydrated',fill);
hear('click','hydrating',({target})=>{if(target=target.closest('button[type=button]'))acts.push({target})});
hear('submit','hydrating',(event)=>{const {target,submitter}=event;if(!target.hasAttribute('action')){event.preventDefault();acts.push({target,submitter})}})}`;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a user did before the page's scripts ran: a field filled in, chosen or ticked, a form sent, a button
 * pressed. */
type EarlyAct =
  | { target: Field; fill: string; checked?: boolean }
  | { target: HTMLFormElement; submitter: HTMLElement | null }
  | { target: HTMLElement };

declare global {
  interface Window {
    earlyActs?: EarlyAct[];
  }
}

/** Replays what was done before the page's scripts ran. Fills in all fields before it notifies any
 * listener. */
export function replayEarlyActs(): void {
  const acts = lastOfEach(window.earlyActs ?? []).filter(({ target }) => target.isConnected);
  for (const act of acts) if ('fill' in act) fillIn(act.target, act.fill, act.checked);
  for (const act of acts) {
    if ('fill' in act) notifyListeners(act.target);
    else if ('submitter' in act) act.target.requestSubmit(act.submitter);
    else act.target.click();
  }
}

/** Keeps the last value of each field and one submit per form. */
function lastOfEach(acts: EarlyAct[]): EarlyAct[] {
  const isRepeated = (act: EarlyAct) => 'fill' in act || 'submitter' in act;
  return acts.filter((act, index) => {
    const isLater = (other: EarlyAct) => other.target === act.target && isRepeated(other);
    return !isRepeated(act) || !acts.slice(index + 1).some(isLater);
  });
}

function fillIn(field: Field, value: string, checked = false): void {
  if (isTicked(field)) field.checked = checked;
  else if (field.value !== value) field.value = value;
}

/** React ignores change events for a value that it has already seen. */
type SeenByReact = { _valueTracker?: { setValue(value: string): void } };

function notifyListeners(field: Field): void {
  if (isTicked(field)) {
    // Another radio button of its group was chosen later.
    if (field.type === 'radio' && !field.checked) return;
    field.checked = !field.checked;
    field.click();
    return;
  }
  (field as SeenByReact)._valueTracker?.setValue(`${field.value} before`);
  for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  if (field === document.activeElement) return;
  field.dispatchEvent(new FocusEvent('blur'));
  field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}

function isTicked(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
}
