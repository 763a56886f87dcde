import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import type { Quote } from '../facts/shown-quote.ts';
import { useCorrectable } from './use-correctable.ts';
import { ReviseForm } from './revise-form.tsx';

type ReviseDialogProps = { quote: Quote; opened: boolean; onClose: () => void };

/** Dialog to revise a quote. The text survives closing. */
export function ReviseDialog({ quote, opened, onClose }: ReviseDialogProps) {
  const { t } = useLanguage();
  const me = useCurrentUser();
  const isCorrectable = useCorrectable(quote);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={isCorrectable ? t('Correct quote') : t('Revise quote')}
      size="lg"
      keepsDraft
    >
      {me.status === 'user' && (
        <ReviseForm quote={quote} user={me.user} isCorrectable={isCorrectable} onClose={onClose} />
      )}
    </FormDialog>
  );
}
