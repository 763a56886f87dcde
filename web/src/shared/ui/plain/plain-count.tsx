import classes from './plain-count.module.css';

/** A number on a button. */
export function PlainCount({ count, title }: { count: number; title?: string }) {
  return (
    <span className={classes.count} title={title}>
      {count}
    </span>
  );
}
