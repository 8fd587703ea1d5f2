import { type KeyboardEvent as KeyPress, useState } from 'react';

/** Whether Caps Lock is on, as the last key that was pressed in a field told. */
export function useCapsLock() {
  const [isOn, setIsOn] = useState(false);
  return {
    isOn,
    /** To be called with each key; what a password manager fills in sends events that are none. */
    follow(event: KeyPress) {
      setIsOn(event.nativeEvent instanceof KeyboardEvent && event.getModifierState('CapsLock'));
    },
    forget: () => setIsOn(false),
  };
}
