import type { ReactNode } from 'react';
import classes from './plain-count.module.css';

/** A number on a button. */
export function PlainCount({ count, title, icon }: { count: number; title?: string; icon?: ReactNode }) {
  return (
    <span className={classes.count} title={title}>
      {icon}
      {count}
    </span>
  );
}
