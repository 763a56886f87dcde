import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { keepIntent, type Intent } from './intent.ts';
import { originOf } from './sign-in-origin.ts';
import { currentUserQueryOptions, useCurrentUser } from './use-current-user.ts';

type Asked = {
  /** The request, and the post or user that it is about: `useIntent` does it after the guest has signed in. */
  intent?: Intent;
  id?: number;
  /** Runs before a guest is sent away. */
  onGuest?: () => void;
};

/** Runs an action for a signed-in user, and sends a guest to the auth page. */
export type RequireSignIn = (action: () => void, asked?: Asked) => void;

/**
 * Gives a function that runs an action for a signed-in user and sends a guest to the auth page, keeping where they came
 * from and what they asked for. A request that comes before it is known who uses the page waits until it is.
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
