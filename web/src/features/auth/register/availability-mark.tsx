import { Loader, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Availability, AvailabilityField } from './use-availability.ts';
import classes from './availability-mark.module.css';

/** Screen reader texts of the tick. */
const FREE_TEXTS: Record<AvailabilityField, string> = {
  username: msg('This username is available'),
  email: msg('This email is available'),
};
/** Screen reader texts of the cross. */
export const TAKEN_TEXTS: Record<AvailabilityField, string> = {
  username: msg('This username is not available'),
  email: msg('This email is not available'),
};

type AvailabilityMarkProps = { state: Availability; field: AvailabilityField };

/** The live availability mark in a field: a tick if free, a cross if taken. Announced to screen readers. */
export function AvailabilityMark({ state, field }: AvailabilityMarkProps) {
  const { t } = useLanguage();
  return (
    <span className={classes.mark} data-availability={state}>
      {state === 'checking' && <Loader size={16} aria-hidden />}
      {state === 'free' && <IconCheck className={classes.free} size={18} stroke={2.4} aria-hidden />}
      {state === 'taken' && <IconX className={classes.taken} size={18} stroke={2.4} aria-hidden />}
      <VisuallyHidden role="status">
        {state === 'free' && t(FREE_TEXTS[field])}
        {state === 'taken' && t(TAKEN_TEXTS[field])}
      </VisuallyHidden>
    </span>
  );
}
