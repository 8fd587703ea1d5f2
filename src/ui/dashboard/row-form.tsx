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

/** The forms that stand open in a list's rows, by the rows' ids, with what was typed into
 * them: undefined where nothing was. */
const OpenForms = createContext<Map<string, string | undefined> | undefined>(undefined);

/** Keeps the forms of a list's rows while a window made narrower, or a tablet that is
 * turned, draws the rows anew as cards. */
export function RowForms({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Map<string, string | undefined>());
  return <OpenForms value={forms}>{children}</OpenForms>;
}

/** What was typed into a row's form so far, undefined where nothing was, and how to keep what is. */
export type RowDraft = { draft: string | undefined; keep: (text: string) => void };

/** Whether a row's form stands open, and its draft. Once it closes, the focus goes to its
 * `opener`, the button that opens it. */
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

/** The end of a row's form: the button that sends it, the one that leaves it, and any others. */
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
