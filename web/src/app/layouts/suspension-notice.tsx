import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import classes from './app-layout.module.css';

/** Shows a suspended user the end and reason of the suspension on every page. */
export function SuspensionNotice({ end, reason }: { end: string; reason: string }) {
  const { t, rich, day } = useLanguage();
  return (
    <Alert
      className={classes.notice}
      classNames={{ title: classes.noticeTitle }}
      color="orange"
      variant="light"
      radius={0}
      icon={<IconLock aria-hidden />}
      title={
        end === 'permanent'
          ? t('Your account is suspended')
          : t('Your account is suspended until {date}', { date: day(end) })
      }
      role="alert"
    >
      {rich(
        'Reason: {reason}. You can read everything as before, but not post, quote or write. Is this a mistake? {link}.',
        {
          reason: <span dir="auto">{reason.trim().replace(/\.+$/, '')}</span>,
          link: <Link to={paths.feedback}>{t('Write to us')}</Link>,
        },
      )}
    </Alert>
  );
}
