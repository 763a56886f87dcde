import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { day } from '@/shared/text/dates.ts';
import { paths } from '@/shared/paths.ts';
import classes from './app-layout.module.css';

/** Tells a suspended person on every page until when and why, from the moment of signing in. */
export function SuspensionNotice({ end, reason }: { end: string; reason: string }) {
  return (
    <Alert
      className={classes.notice}
      classNames={{ title: classes.noticeTitle }}
      color="orange"
      variant="light"
      radius={0}
      icon={<IconLock aria-hidden />}
      title={end === 'permanent' ? 'Your account is suspended' : `Your account is suspended until ${day(end)}`}
      role="alert"
    >
      Reason: {reason.trim().replace(/\.+$/, '')}. You can read everything as before, but not post, quote or write. Is
      this a mistake? <Link to={paths.feedback}>Write to us</Link>.
    </Alert>
  );
}
