import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { originOf } from './origin.ts';
import { useCurrentUser } from './use-current-user.ts';

/** Gives a function that runs an action for a signed-in user and sends a guest to the auth page, keeping where he came from (C30, §6). */
export function useRequireSignIn(): (action: () => void) => void {
  const { status } = useCurrentUser();
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(
    (action) => {
      if (status === 'user') action();
      else if (status === 'guest') void navigate(paths.auth(), { state: originOf(location) });
    },
    [status, navigate, location],
  );
}
