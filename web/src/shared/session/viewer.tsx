import { createContext, use, useCallback, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { CurrentUser } from './current-user.ts';
import { keptIntentId } from './intent.ts';
import { useCurrentUser } from './use-current-user.ts';
import { useIntent } from './use-intent.ts';
import { useRequireSignIn, type RequireSignIn } from './use-require-sign-in.ts';

type ViewerContext = {
  /** Who is signed in; null for guests, and as long as that is not known. */
  viewer: CurrentUser | null;
  requireSignIn: RequireSignIn;
  /** The post that something was asked for about before signing in, for `Intended`; 0 for none. */
  intendedId: number;
};

const Viewer = createContext<ViewerContext | null>(null);

/**
 * Finds out who looks at the entries of a list, once for all of them: each would otherwise watch the session, the address and
 * what was asked for. Entries are drawn again only when somebody signs in or out.
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
  // Nothing is left of it for a guest, also where its post is not among the entries.
  useIntent(0, {});
  if (current.status === 'guest' && intendedId !== 0) setIntendedId(0);
  const viewer = current.status === 'user' ? current.user : null;
  const value = useMemo(() => ({ viewer, requireSignIn, intendedId }), [viewer, requireSignIn, intendedId]);
  return <Viewer value={value}>{children}</Viewer>;
}

/** Who looks at the list that this stands in. */
export function useViewer(): ViewerContext {
  const viewer = use(Viewer);
  if (!viewer) throw new Error('A list has to stand in a ViewerProvider.');
  return viewer;
}
