import type { ReactNode } from 'react';
import { Menu, type MenuProps } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { StandingButton } from './standing-button.tsx';
import type { LateMenuState } from './use-late-menu.ts';

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
