import type { ReactNode } from 'react';
import { Menu, type MenuProps } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { StandingButton } from './standing-button.tsx';
import type { LateMenuState } from './use-late-menu.ts';

type LateMenuProps = Omit<MenuProps, 'id' | 'opened' | 'onChange' | 'children'> & {
  menu: LateMenuState;
  opened: boolean;
  /** Menu items. */
  children: ReactNode;
};

/** The menu of `useLateMenu`, rendered after its button but not as a part of it. */
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
