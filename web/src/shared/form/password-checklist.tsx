import { List, Text } from '@mantine/core';
import '@mantine/core/styles/List.css';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { NEW_PASSWORD_RULES } from '@domain/registration-rules.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './password-checklist.module.css';

/** Rules of a new password, ticked off while typing. */
export function PasswordChecklist({ password }: { password: string }) {
  const { t, message } = useLanguage();
  return (
    <List
      listStyleType="none"
      spacing={2}
      center
      aria-label={t('Password rules')}
      classNames={{ itemWrapper: classes.rule, itemIcon: classes.icon }}
    >
      {NEW_PASSWORD_RULES.map(({ label, isMet }) => {
        const isDone = isMet(password);
        return (
          <List.Item
            key={label}
            data-met={isDone}
            icon={
              isDone ? (
                <IconCircleCheckFilled className={classes.met} size={16} aria-hidden />
              ) : (
                <IconCircle className={classes.open} size={16} aria-hidden />
              )
            }
          >
            <Text size="xs" c={isDone ? undefined : 'dimmed'} component="span">
              {message(label)}
            </Text>
          </List.Item>
        );
      })}
    </List>
  );
}
