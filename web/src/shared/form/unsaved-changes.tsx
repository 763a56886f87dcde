import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LeaveDialog } from '@/shared/ui/dialog/leave-dialog.tsx';

interface UnsavedChangesProps {
  isDirty: boolean;
  /** Resets the form, so that a user who returns before the next page has rendered finds the stored values. */
  onLeave: () => void;
}

/** Asks before navigating away from a form with unsaved changes; on closing the tab, the browser asks. */
export function UnsavedChanges({ isDirty, onLeave }: UnsavedChangesProps) {
  const { t } = useLanguage();
  // Set on leaving: the router's blocker can still see the dirty form, and must not ask twice.
  const isLeaving = useRef(false);
  const isAsking = useRef(false);
  // Back while the question is open means "Stay". The question has no history entry of its own, because its own
  // navigation can be a step back, which the router has not undone yet when the question opens.
  const isBackWhileAsking = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (isLeaving.current || !isDirty) return false;
    isBackWhileAsking.current = isAsking.current && historyAction === 'POP';
    return isBackWhileAsking.current || currentLocation.pathname !== nextLocation.pathname;
  });
  const isBlocked = blocker.state === 'blocked';

  useEffect(() => {
    isAsking.current = blocker.state === 'blocked';
    if (blocker.state === 'blocked' && isBackWhileAsking.current) blocker.reset();
  }, [blocker]);

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
    <LeaveDialog opened={isBlocked} onClose={handleClose} onLeave={handleLeave} closesOnBack={false}>
      {t('If you leave this page now, your changes are lost.')}
    </LeaveDialog>
  );
}
