import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { GuardSpinner } from './guard-spinner.tsx';

/** Lets admins pass; stands inside RequireUser. Anybody else goes home with "Access denied". */
export function RequireAdmin() {
  const current = useCurrentUser();
  const isDenied = current.status === 'user' && !current.user.isAdmin;
  useEffect(() => {
    if (isDenied) {
      toast({
        title: 'Access denied',
        message: 'You do not have permission to view this page',
        kind: 'destructive',
      });
    }
  }, [isDenied]);
  if (current.status !== 'user') return <GuardSpinner />;
  if (isDenied) return <Navigate to={paths.home} replace />;
  return <Outlet />;
}
