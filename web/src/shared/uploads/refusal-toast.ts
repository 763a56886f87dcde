import type { FileRefusal } from '@domain/image-files.ts';
import type { Language } from '@/shared/i18n/language.ts';
import type { ToastOptions } from '@/shared/ui/toast/toast.ts';

/** One toast for all refused files of a pick, or null without any: the first title and each reason once. */
export function refusalToast(refusals: readonly FileRefusal[], { message }: Language): ToastOptions | null {
  const first = refusals[0];
  if (!first) return null;
  const reasons = [...new Set(refusals.map((refusal) => message(refusal.text)))];
  return { title: message(first.title), message: reasons.join('; '), kind: 'destructive' };
}
