/** What staff write down for each other, about an order or a person. */
export const staffNotesTexts = {
  heading: 'Staff notes',
  none: 'No notes yet. Buyers never see them.',
  note: 'New note',
  add: 'Add note',
  by: (author: string | null, time: string) => (author ? `${author}, ${time}` : time),
};
