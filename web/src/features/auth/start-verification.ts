import type { NavigateFunction } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { storePendingVerification, type PendingVerification } from './pending-verification.ts';

/** Remembers who has to verify their address, says so and goes there. */
export function startVerification(pending: PendingVerification, navigate: NavigateFunction): void {
  storePendingVerification(pending);
  toast({ title: 'Email Verification Required', message: 'Please verify your email before logging in' });
  void navigate(paths.verifyEmail);
}
