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

/** The open forms in a list's rows, by row id, with their values: undefined if nothing was changed. */
const OpenForms = createContext<Map<string, RowValues | undefined> | undefined>(undefined);

/** The values of the only kind of form in a row: a text, and whether something is done with it. */
type RowValues = { text: string; close?: boolean | undefined };

/** Preserves the forms in a list's rows when a narrower window or a turned tablet re-renders the rows as
 * cards. */
export function RowForms({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Map<string, RowValues | undefined>());
  return <OpenForms value={forms}>{children}</OpenForms>;
}

/** The values of a row's form so far, undefined if unchanged, and their setter. */
export type RowDraft = { draft: RowValues | undefined; keep: (values: RowValues) => void };

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
  const typed: RowDraft = { draft: forms?.get(id), keep: (values) => forms?.set(id, values) };
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
