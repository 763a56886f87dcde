import type { ReactNode } from 'react';
import { Group } from '@mantine/core';
import classes from './form-dialog.module.css';

/** The buttons at the end of a form dialog, always in view. Those of a form with a draft: `DraftFormButtons`. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" className={classes.foot}>
      {children}
    </Group>
  );
}
