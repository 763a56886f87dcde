import { useLayoutEffect, type ReactNode, type Ref, type RefObject } from 'react';
import { assignRef } from '@mantine/hooks';
import { Menu, type MenuProps } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import type { LateMenuState } from './use-late-menu.ts';

type StandingButtonProps = { button: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> };

/** Stands for a button that is on the page already, where Mantine asks for the element that it belongs to. */
function StandingButton({ button, ref }: StandingButtonProps) {
  useLayoutEffect(() => assignRef(ref, button.current), [ref, button]);
  return null;
}

type LateMenuProps = Omit<MenuProps, 'id' | 'opened' | 'onChange' | 'children'> & {
  menu: LateMenuState;
  opened: boolean;
  /** The items. */
  children: ReactNode;
};

/** The menu of a button that stands before it and is no part of it: see `useLateMenu`. Placed behind its button. */
export function LateMenu({ menu: { id, button, setOpened }, children, ...props }: LateMenuProps) {
  return (
    <Menu {...props} id={id} onChange={setOpened}>
      <Menu.Target>
        <StandingButton button={button} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
