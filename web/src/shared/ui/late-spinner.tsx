import { Loader, Portal } from '@mantine/core';
import classes from './late-spinner.module.css';

/** Says that something was asked for and comes, once it takes noticeably long; it covers nothing and takes no click. */
export function LateSpinner() {
  return (
    <Portal>
      <div className={classes.spinner} role="status" aria-label="Loading">
        <Loader size="sm" />
      </div>
    </Portal>
  );
}
