import { useRef, type ReactNode, type RefObject } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { IconDots } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';

type MoreMenuProps = {
  /** Subject of the actions: the end of the button's accessible name. */
  subject: string;
  isBusy: boolean;
  button: RefObject<HTMLButtonElement | null>;
  /** Menu items. */
  children: ReactNode;
};

/** A "more" button (three dots) with its menu. */
export function MoreMenu({ subject, isBusy, button, children }: MoreMenuProps) {
  const { t } = useLanguage();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t('More actions for {subject}', { subject })}
          loading={isBusy}
        >
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/**
 * The button of a `MoreMenu`, with a function to return the focus to it: the item that opened a dialog is gone with its
 * menu.
 */
export function useMenuButton() {
  const button = useRef<HTMLButtonElement>(null);
  return { button, focusButton: () => button.current?.focus() };
}
