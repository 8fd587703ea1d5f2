import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';

interface Drawer {
  dialog: RefObject<HTMLDialogElement | null>;
  isOpen: boolean;
  open: () => void;
  close: () => void;
  slot: HTMLElement | null;
  setSlot: (slot: HTMLElement | null) => void;
}

const DrawerContext = createContext<Drawer | undefined>(undefined);

/** The drawer of small screens (`w-60`): the bar's toggle opens it, with the site's links and whatever page adds some. */
export function DrawerProvider({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const open = useCallback(() => {
    setIsOpen(true);
    dialog.current?.showModal();
  }, []);
  const close = useCallback(() => {
    setIsOpen(false);
    dialog.current?.close();
  }, []);
  const drawer = useMemo(() => ({ dialog, isOpen, open, close, slot, setSlot }), [isOpen, open, close, slot]);
  return <DrawerContext value={drawer}>{children}</DrawerContext>;
}

/** The drawer's state, for the navigation bar. */
export function useDrawer(): Drawer {
  const drawer = use(DrawerContext);
  if (!drawer) throw new Error('useDrawer needs a DrawerProvider');
  return drawer;
}

/** Puts `children` (a sidebar's links) into the drawer, below the site's own links. Renders nothing in place. */
export function DrawerLinks({ children }: { children: ReactNode }) {
  const { slot } = useDrawer();
  return slot ? createPortal(children, slot) : null;
}
