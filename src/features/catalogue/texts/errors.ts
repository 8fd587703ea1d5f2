export const toolErrorTexts = {
  noSuchTool: 'We can’t find that tool',
  editedMeanwhile: 'Someone else changed this tool while you were editing it',
  partNumberTaken: 'Another tool has this part number',
  measuredPartly: 'Please give all three measures, or none',
  decimals: (field: string, most: number) => `${field} can have at most ${most} decimal places`,
  multiple: (smallest: string) =>
    `Price must be a multiple of ${smallest}, the smallest amount a card can be charged`,
  pictureTwice: 'The same picture is there twice',
  alreadyReviewed: 'You’ve already reviewed this tool',
  notBought: 'Only buyers of a tool can review it',
};

export const synonymErrorTexts = {
  noSuchSynonym: 'That pair is not in the list',
  listed: 'That pair is in the list already',
  sameWord: 'Please enter two different words',
  tooMany: (most: number) => `The list can hold ${most} pairs`,
};
