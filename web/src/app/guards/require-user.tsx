import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { originOf } from '@/shared/session/sign-in-origin.ts';
import { currentUserQueryOptions } from '@/shared/session/use-current-user.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { GuardSpinner } from './guard-spinner.tsx';

/**
 * Admits signed-in users only: a spinner while the user is unknown; a guest is sent to the auth page and returns after
 * signing in.
 */
export function RequireUser() {
  const { t } = useLanguage();
  const { data: user, isPending, error, refetch } = useQuery(currentUserQueryOptions);
  const location = useLocation();
  if (isPending) return <GuardSpinner />;
  if (error && !user) {
    return (
      <ErrorState title={t('Failed to load your account')} message={error.message} onRetry={() => void refetch()} />
    );
  }
  if (!user) return <Navigate to={paths.auth()} replace state={originOf(location)} />;
  return <Outlet />;
}
