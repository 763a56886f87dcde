import { Loader, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import classes from './availability-mark.module.css';

export type Availability = 'unknown' | 'checking' | 'free' | 'taken';

type AvailabilityMarkProps = {
  state: Availability;
  /** The thing that is checked, as in "This username is available". */ noun: string;
};

/** The meaning of a cross, in words. */
export function takenText(noun: string): string {
  return `This ${noun} is not available`;
}

/** The live mark in a field: a tick for free, a cross for taken; also announced. */
export function AvailabilityMark({ state, noun }: AvailabilityMarkProps) {
  return (
    <span className={classes.mark} data-availability={state}>
      {state === 'checking' && <Loader size={16} aria-hidden />}
      {state === 'free' && <IconCheck className={classes.free} size={18} stroke={2.4} aria-hidden />}
      {state === 'taken' && <IconX className={classes.taken} size={18} stroke={2.4} aria-hidden />}
      <VisuallyHidden role="status">
        {state === 'free' && `This ${noun} is available`}
        {state === 'taken' && takenText(noun)}
      </VisuallyHidden>
    </span>
  );
}
