/** The pages whose texts are the owner's: only their titles stand here. */
export const aboutTexts = { title: 'About us' };
export const policyTexts = { title: 'Policy' };
export const portfolioTexts = { title: 'Portfolio' };
