import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { uiTexts } from '../texts.ts';

/** The open forms in a list's rows, by row id, with their text: undefined if nothing was typed. */
const OpenForms = createContext<Map<string, string | undefined> | undefined>(undefined);

/** Preserves the forms in a list's rows when a narrower window or a turned tablet re-renders the rows as
 * cards. */
export function RowForms({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Map<string, string | undefined>());
  return <OpenForms value={forms}>{children}</OpenForms>;
}

/** The text typed into a row's form so far, undefined if none, and its setter. */
export type RowDraft = { draft: string | undefined; keep: (text: string) => void };

/** Returns whether a row's form is open, and its draft. When it closes, the focus moves to its `opener`, the
 * button that opens it. */
export function useRowForm(id: string) {
  const forms = useContext(OpenForms);
  const [isOpen, setIsOpen] = useState(forms?.has(id) ?? false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const open = () => {
    forms?.set(id, undefined);
    setIsOpen(true);
  };
  const close = () => {
    forms?.delete(id);
    setIsOpen(false);
  };
  const typed: RowDraft = { draft: forms?.get(id), keep: (text) => forms?.set(id, text) };
  return { isOpen, opener, open, close, typed };
}

type RowFormFootProps = Pick<ComponentProps<typeof Button>, 'className' | 'children'> & {
  busy: boolean;
  submitLabel: string;
  onClose: () => void;
};

/** The end of a row's form: its submit and cancel buttons, and any others. */
export const RowFormFoot = ({ submitLabel, busy, onClose, className, children }: RowFormFootProps) => (
  <div className={classNames('flex flex-wrap gap-2', className)}>
    <Button type="submit" size="sm" busy={busy}>
      {submitLabel}
    </Button>
    <Button variant="secondary" size="sm" onClick={onClose}>
      {uiTexts.cancel}
    </Button>
    {children}
  </div>
);
