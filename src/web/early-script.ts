/**
 * Runs in the head, so that it hears of everything: notes what is done before the page's scripts have taken it over, for
 * `repeatEarly`. Links work by themselves, and so do forms that have an address; others are held back. Presses are noted
 * until React begins to take over, since it hears of them itself then; what is typed until it is done.
 */
export const earlyScript = `{const acts=window.earlyActs=[];
const hear=(name,end,heard)=>{addEventListener(name,heard,true);document.addEventListener(end,()=>removeEventListener(name,heard,true))};
const fill=({target})=>acts.push({target,fill:target.value,checked:target.checked});
hear('input','taken-over',fill);hear('change','taken-over',fill);
hear('click','taking-over',({target})=>{if(target=target.closest('button[type=button]'))acts.push({target})});
hear('submit','taking-over',(event)=>{const {target,submitter}=event;if(!target.hasAttribute('action')){event.preventDefault();acts.push({target,submitter})}})}`;
