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

interface Drawer {
  dialog: RefObject<HTMLDialogElement | null>;
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

const DrawerContext = createContext<Drawer | undefined>(undefined);

/** The drawer of small screens (`w-60`): the bar's toggle opens it. */
export function DrawerProvider({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => {
    setIsOpen(true);
    dialog.current?.showModal();
  }, []);
  const close = useCallback(() => {
    setIsOpen(false);
    dialog.current?.close();
  }, []);
  const drawer = useMemo(() => ({ dialog, isOpen, open, close }), [isOpen, open, close]);
  return <DrawerContext value={drawer}>{children}</DrawerContext>;
}

/** The drawer's state, for the navigation bar. */
export function useDrawer(): Drawer {
  const drawer = use(DrawerContext);
  if (!drawer) throw new Error('useDrawer needs a DrawerProvider');
  return drawer;
}
