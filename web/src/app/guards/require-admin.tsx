import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { GuardSpinner } from './guard-spinner.tsx';

/** Admits admins only; used inside RequireUser. Others are redirected home with "Access denied". */
export function RequireAdmin() {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const isDenied = current.status === 'user' && !current.user.isAdmin;
  useEffect(() => {
    if (isDenied) {
      toast({
        title: t('Access denied'),
        message: t('You do not have permission to view this page'),
        kind: 'destructive',
      });
    }
  }, [isDenied, t]);
  if (current.status !== 'user') return <GuardSpinner />;
  if (isDenied) return <Navigate to={paths.home} replace />;
  return <Outlet />;
}
