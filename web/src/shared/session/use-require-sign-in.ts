import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { originOf } from './origin.ts';
import { currentUserQueryOptions, useCurrentUser } from './use-current-user.ts';

/**
 * Gives a function that runs an action for a signed-in user and sends a guest to the auth page, keeping where he came from
 * (C30, §6); `onGuest` runs before that. What is asked for before it is known who uses the page waits until it is.
 */
export function useRequireSignIn(): (action: () => void, onGuest?: () => void) => void {
  const { status } = useCurrentUser();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(
    (action, onGuest) => {
      const proceed = (isUser: boolean) => {
        if (isUser) return action();
        onGuest?.();
        void navigate(paths.auth(), { state: originOf(location) });
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
