import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

/** What the menu, or another dropdown, of a button that stands before it has to know: `LateMenu` takes it. */
export type LateMenuState = {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  setOpened: (opened: boolean) => void;
};

/**
 * A button whose menu is drawn when it is first used, so that the page needs no code of menus to be shown. In: what loads the menu,
 * which is asked for as soon as somebody points at the button, and what it is. Out: the properties of the button, whose name for
 * assistive technology says from the start that it has a menu, whether that is open, and what `LateMenu` takes. Whoever presses Escape or
 * goes on while the menu is on its way does not get it any more.
 */
export function useLateMenu(load: () => Promise<unknown>, kind: 'menu' | 'dialog' = 'menu') {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const dropdownId = `${id}-dropdown`;
  const [opened, setOpened] = useState(false);
  // What cannot be had now is asked for again when it is needed.
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
      // As Mantine names them.
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
