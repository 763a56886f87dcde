import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { destinationAfterSignIn } from '@/shared/session/sign-in-origin.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { GuardSpinner } from './guard-spinner.tsx';

/** Keeps signed-in users off the auth page: they go home, or back to where they came from. */
export function GuestOnly() {
  const { status } = useCurrentUser();
  const location = useLocation();
  if (status === 'loading') return <GuardSpinner />;
  if (status === 'user') return <Navigate to={destinationAfterSignIn(location.state)} replace />;
  return <Outlet />;
}
