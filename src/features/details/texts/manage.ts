/** The rules of a change of the details. */
export const detailsRuleTexts = {
  version: 'version must be a whole number',
  empty: 'Name at least one section to change',
};

/** Why a change of the details was refused. */
export const detailsErrorTexts = {
  changedMeanwhile: 'Someone else changed the shop’s details while you were editing them',
};
