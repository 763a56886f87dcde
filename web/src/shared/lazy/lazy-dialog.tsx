import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { LateSpinner } from '@/shared/ui/state/late-spinner.tsx';

type LazyDialogProps = {
  opened: boolean;
  /** Renders the lazy dialog; pass `opened` on to it. */
  children: (opened: boolean) => ReactNode;
};

/** Opens after mounting: a dialog that mounts open would not know where to return the focus. */
function OpenedAfterMount({ opened, children }: LazyDialogProps) {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return children(opened && isMounted);
}

/** Loads a dialog when it is first opened and keeps it mounted. */
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
