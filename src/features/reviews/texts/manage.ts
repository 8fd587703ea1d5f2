import { listTextsOf } from '#texts/lists.ts';
import { counted } from '#texts/locale.ts';

export const manageReviewsTexts = {
  title: 'Reviews',
  description: 'Every review of this shop and its tools.',
  list: listTextsOf('All reviews', 'review', 'reviews'),
  controls: 'Reviews',
  searchHint: 'Author, tool, or words of the review',
  state: 'Show',
  states: { '': 'All', unanswered: 'No reply yet', visible: 'Visible', hidden: 'Hidden' },
  rate: 'Rating',
  rates: { '': 'All', 1: '1 star', 2: '2 stars', 3: '3 stars', 4: '4 stars', 5: '5 stars' },
  customersEmail: 'Customer’s email',
  columns: { review: 'Review', about: 'About', givenBy: 'Given By', actions: 'Actions' },
  ofShop: 'The shop',
  hiddenBadge: 'Hidden',
  answeredBadge: 'Replied',
  hiddenFor: (reason: string, time: string) => `Hidden ${time}: ${reason}`,
  hide: 'Hide',
  hideOf: (author: string) => `Hide ${author}’s review`,
  show: 'Show',
  showOf: (author: string) => `Show ${author}’s review`,
  hideTitle: (author: string) => `Hide ${author}’s review?`,
  hideWarning: 'Nobody will see it and its stars won’t count. You can show it again at any time.',
  reason: 'Reason',
  reasonHint: 'Only the shop’s staff see it.',
  isHidden: 'Review hidden',
  isShown: 'Review shown',
  answer: 'Reply',
  answerTo: (author: string) => `Reply to ${author}’s review`,
  edit: 'Edit reply',
  editFor: (author: string) => `Edit reply to ${author}’s review`,
  send: 'Publish reply',
  takeBack: 'Remove reply',
  answerHint: 'Everyone can read it, under the review.',
  answerMissing: 'Please write a reply',
  isAnswered: 'Reply published',
  isTakenBack: 'Reply removed',
  theirs: 'Someone else published this reply while you were writing:',
  theirsGone: 'Someone else removed the reply while you were writing.',
  mineKept: 'What you typed is still here. Publishing it replaces theirs.',
  none: 'There are no reviews yet',
  noneYet: 'New reviews will show up here.',
};

export const reviewErrorTexts = {
  noSuchReview: 'We can’t find that review',
  answeredMeanwhile: 'Someone else changed the reply while you were writing yours',
};

/** The email that notifies staff of a new review with a low rating. */
export const reviewEmailTexts = {
  subject: (rate: number, tool: string | null) =>
    `New review with ${counted(rate, { one: '# star', other: '# stars' })}${tool === null ? '' : `: ${tool}`}`,
  text: 'You can reply under the review, where everyone can read it, or hide it.',
  stars: 'Rating',
  outOfFive: (rate: number) => `${rate} out of 5`,
  tool: 'About',
  theShop: 'The shop',
  givenBy: 'Given By',
  review: 'Review',
  link: 'Open the review',
};
