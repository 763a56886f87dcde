import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { destinationAfterSignIn } from '@/shared/session/sign-in-origin.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { GuardSpinner } from './guard-spinner.tsx';

/** Redirects signed-in users from the auth page to their origin or home. */
export function GuestOnly() {
  const { status } = useCurrentUser();
  const location = useLocation();
  if (status === 'loading') return <GuardSpinner />;
  if (status === 'user') return <Navigate to={destinationAfterSignIn(location.state)} replace />;
  return <Outlet />;
}
