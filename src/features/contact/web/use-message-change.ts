import type { ContactMessage } from '#features/contact/managed-contract.ts';
import { useRowChange } from '#ui/dashboard/use-row-change.ts';

/** The key of the list of contact messages, whatever is looked for in it. */
export const contactMessagesKey = ['contact-messages'];

/** Changes a message and shows it so where it stands. */
export const useMessageChange = (onEnd?: () => void, onFailure?: (error: unknown) => void) =>
  useRowChange<ContactMessage>(contactMessagesKey, onEnd, onFailure);
