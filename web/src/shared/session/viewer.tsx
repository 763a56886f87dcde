import { createContext, use, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { CurrentUser } from './current-user.ts';
import { keptIntentId } from './intent.ts';
import { useCurrentUser } from './use-current-user.ts';
import { useIntent } from './use-intent.ts';
import { useRequireSignIn, type RequireSignIn } from './use-require-sign-in.ts';

type ViewerContext = {
  /** The signed-in user; null for guests and while unknown. */
  viewer: CurrentUser | null;
  requireSignIn: RequireSignIn;
  /** The post of the stored intent, for `Intended`; 0 for none. */
  intendedId: number;
};

const Viewer = createContext<ViewerContext | null>(null);

/**
 * Provides the viewer to all entries of a list, which would otherwise each subscribe to the session, the URL and the
 * intent. Entries re-render only on sign-in and sign-out.
 */
export function ViewerProvider({ children }: { children: ReactNode }) {
  const current = useCurrentUser();
  const requireNow = useRequireSignIn();
  const latest = useRef(requireNow);
  useLayoutEffect(() => {
    latest.current = requireNow;
  }, [requireNow]);
  const requireSignIn = useCallback<RequireSignIn>((action, asked) => latest.current(action, asked), []);
  const [intendedId, setIntendedId] = useState(keptIntentId);
  // Clears the intent for a guest, even if its post is not in the list.
  useIntent(0, {});
  if (current.status === 'guest' && intendedId !== 0) setIntendedId(0);
  const viewer = current.status === 'user' ? current.user : null;
  const value = useMemo(() => ({ viewer, requireSignIn, intendedId }), [viewer, requireSignIn, intendedId]);
  return <Viewer value={value}>{children}</Viewer>;
}

/** The viewer of the surrounding list. */
export function useViewer(): ViewerContext {
  const viewer = use(Viewer);
  if (!viewer) throw new Error('A list has to stand in a ViewerProvider.');
  return viewer;
}
