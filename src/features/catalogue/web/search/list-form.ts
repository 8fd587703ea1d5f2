/** The `id` of the form that searches the list of tools. On its page the box in the navigation bar belongs to it. */
export const LIST_FORM_ID = 'tool-list';
