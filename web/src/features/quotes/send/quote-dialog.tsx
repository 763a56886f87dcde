import type { ReactNode } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { QuoteForm, type QuotedPost } from './quote-form.tsx';

type QuoteDialogProps = {
  post: QuotedPost;
  /** The buyer's request. */
  about: ReactNode;
  opened: boolean;
  onClose: () => void;
};

/** Dialog with the quote form. The text survives closing and is cleared by sending. */
export function QuoteDialog({ post, about, opened, onClose }: QuoteDialogProps) {
  const { t } = useLanguage();
  const me = useCurrentUser();
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('Send Quote')} size="lg" keepsDraft>
      {me.status === 'user' && <QuoteForm post={post} about={about} user={me.user} onClose={onClose} />}
    </FormDialog>
  );
}
