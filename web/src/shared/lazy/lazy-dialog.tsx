import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { LateSpinner } from '@/shared/ui/state/late-spinner.tsx';

type LazyDialogProps = {
  opened: boolean;
  /** Renders a lazily loaded dialog; `opened` is what to hand on to it. */
  children: (opened: boolean) => ReactNode;
};

/** Opens only after the dialog is there: a dialog that mounts open would not know where to give the focus back. */
function OpenedAfterMount({ opened, children }: LazyDialogProps) {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return children(opened && isMounted);
}

/** Loads a dialog when it is first opened and keeps it from then on. */
export function LazyDialog({ opened, children }: LazyDialogProps) {
  const [isWanted, setIsWanted] = useState(opened);
  if (opened && !isWanted) setIsWanted(true);
  if (!isWanted) return null;
  return (
    <Suspense fallback={<LateSpinner />}>
      <OpenedAfterMount opened={opened}>{children}</OpenedAfterMount>
    </Suspense>
  );
}
