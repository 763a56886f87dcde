import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { keepIntent, type Intent } from './intent.ts';
import { originOf } from './sign-in-origin.ts';
import { currentUserQueryOptions, useCurrentUser } from './use-current-user.ts';

type Asked = {
  /** The intent, with its post or user; `useIntent` runs it after the sign-in. */
  intent?: Intent;
  id?: number;
  /** Called before a guest is redirected. */
  onGuest?: () => void;
};

/** Runs an action for a signed-in user; sends a guest to the auth page. */
export type RequireSignIn = (action: () => void, asked?: Asked) => void;

/**
 * Returns a function that runs an action for a signed-in user, or sends a guest to the auth page with their origin and
 * intent. A call before the user is known waits.
 */
export function useRequireSignIn(): RequireSignIn {
  const { status } = useCurrentUser();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(
    (action, { intent, id = 0, onGuest } = {}) => {
      const proceed = (isUser: boolean) => {
        if (isUser) return action();
        onGuest?.();
        const origin = originOf(location);
        keepIntent({ ...origin, intent, id });
        void navigate(paths.auth(), { state: { ...origin, intent } });
      };
      if (status !== 'loading') return proceed(status === 'user');
      void queryClient.fetchQuery(currentUserQueryOptions).then(
        (user) => proceed(user !== null),
        () => proceed(false),
      );
    },
    [status, queryClient, navigate, location],
  );
}
