import type { NavigateFunction } from 'react-router-dom';
import type { Language } from '@/shared/i18n/language.ts';
import { paths } from '@/shared/paths.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { storePendingVerification, type PendingVerification } from './pending-verification.ts';

/** Stores the unverified user, tells them, and opens the verification page. */
export function startVerification(pending: PendingVerification, navigate: NavigateFunction, { t }: Language): void {
  storePendingVerification(pending);
  toast({ title: t('Email Verification Required'), message: t('Please verify your email before logging in') });
  void navigate(paths.verifyEmail);
}
