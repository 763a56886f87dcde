import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LeaveDialog } from '@/shared/ui/dialog/leave-dialog.tsx';

interface UnsavedChangesProps {
  isDirty: boolean;
  /** Takes the changes back, so that a person who returns before the next page has taken over finds the stored form. */
  onLeave: () => void;
}

/** Asks before a form with changes is left for another page; closing the tab makes the browser ask. */
export function UnsavedChanges({ isDirty, onLeave }: UnsavedChangesProps) {
  const { t } = useLanguage();
  // Set once the person leaves: nothing asks again, whatever the router still knows of this form, until it is changed again.
  const isLeaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isLeaving.current && isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const isBlocked = blocker.state === 'blocked';

  useEffect(() => {
    if (!isDirty) return undefined;
    isLeaving.current = false;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  const handleLeave = () => {
    if (!isBlocked) return;
    isLeaving.current = true;
    blocker.proceed();
    onLeave();
  };
  const handleClose = () => {
    if (isBlocked && !isLeaving.current) blocker.reset();
  };
  return (
    <LeaveDialog opened={isBlocked} onClose={handleClose} onLeave={handleLeave}>
      {t('If you leave this page now, your changes are lost.')}
    </LeaveDialog>
  );
}
