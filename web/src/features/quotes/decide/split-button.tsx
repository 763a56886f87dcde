import { Button, Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { IconChevronDown } from '@tabler/icons-react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useMenuButton } from '@/shared/ui/more-menu.tsx';
import { DecisionButton, variantOf, type DecisionButtonsProps } from './decision-panel.tsx';
import classes from './decision-panel.module.css';

/** The summary of a deal, else the first decision, as a button, with the others in its menu. */
export function SplitButton({ summary, decisions, size, isQuiet, subject }: DecisionButtonsProps) {
  const { t } = useLanguage();
  const { button, focusButton } = useMenuButton();
  const [first] = decisions;
  const others = summary ? decisions : decisions.slice(1);
  const main = summary || (first && <DecisionButton {...first} size={size} isQuiet={isQuiet} />);
  if (others.length === 0) return main;
  return (
    <Button.Group className={classes.split}>
      {main}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            ref={button}
            size={size}
            px={6}
            variant={summary || !first ? 'filled' : variantOf(first, isQuiet)}
            className={classes.button}
            aria-label={t('More actions for {subject}', { subject })}
          >
            <IconChevronDown size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {others.map(({ of: [action], label, Icon, isBusy, onTake }) => (
            <Menu.Item
              key={action}
              leftSection={Icon && <Icon size={16} aria-hidden />}
              aria-busy={isBusy}
              onClick={() => {
                // The item is gone with its menu, and a dialog returns the focus.
                focusButton();
                onTake();
              }}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
