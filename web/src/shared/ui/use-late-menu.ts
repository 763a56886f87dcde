import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

/** State shared by a button and its `LateMenu`, a menu or other dropdown. */
export type LateMenuState = {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  setOpened: (opened: boolean) => void;
};

/**
 * A button whose menu loads on first use, so that the page can render without the code of menus. If the user presses
 * Escape or moves on while the menu is loading, it does not open.
 * @param load loads the menu; called as soon as the pointer reaches the button
 * @param kind role of the dropdown, which assistive technology announces before it is loaded
 * @returns the props of the button, whether the menu is open, and the state for `LateMenu`
 */
export function useLateMenu(load: () => Promise<unknown>, kind: 'menu' | 'dialog' = 'menu') {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const dropdownId = `${id}-dropdown`;
  const [opened, setOpened] = useState(false);
  // A failed load is repeated on the next use.
  const fetchMenu = () => void load().catch(() => undefined);
  const giveUp = () => {
    if (!document.getElementById(dropdownId)) setOpened(false);
  };
  const menu: LateMenuState = { id, button, setOpened };
  return {
    opened,
    menu,
    button: {
      ref: button,
      // Ids follow Mantine's scheme.
      id,
      'aria-haspopup': kind,
      'aria-expanded': opened,
      'aria-controls': opened ? dropdownId : undefined,
      'data-expanded': opened || undefined,
      onPointerEnter: fetchMenu,
      onFocus: fetchMenu,
      onClick: () => setOpened(!opened),
      onBlur: giveUp,
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && giveUp(),
    },
  } as const;
}
