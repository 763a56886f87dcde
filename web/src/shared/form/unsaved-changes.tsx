import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router-dom';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx';

/** Asks before a form with changes is left for another page (B0); closing the tab makes the browser ask. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  // Set once the person leaves: nothing asks again, whatever the router still knows of this form.
  const isLeaving = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      !isLeaving.current && isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const isBlocked = blocker.state === 'blocked';

  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);

  const handleLeave = () => {
    if (!isBlocked) return;
    blocker.proceed();
    isLeaving.current = true;
  };
  const handleClose = () => {
    if (isBlocked && !isLeaving.current) blocker.reset();
  };
  return (
    <ConfirmDialog
      opened={isBlocked}
      onClose={handleClose}
      title="You have unsaved changes"
      cancelLabel="Stay"
      confirmLabel="Leave"
      isDestructive
      onConfirm={handleLeave}
    >
      If you leave this page now, your changes are lost.
    </ConfirmDialog>
  );
}
