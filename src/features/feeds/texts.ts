export const feedTexts = {
  newTools: 'New tools',
  membersOnly: 'Only members see the pages of this shop’s tools, so there’s no feed of them',
  noSuchFile: 'The sitemap has no such file',
};
