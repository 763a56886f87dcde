import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack, Text } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { DateField } from '@/shared/form/date-field.tsx';
import { markFields } from '@/shared/form/mark-fields.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useHoldDialog } from '@/shared/ui/dialog/use-hold-dialog.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useReopenPost } from './reopen-post.ts';
import { toInstant } from '../requirements/requirement-values.ts';

const optionalDeadline = z.object({ quoteDeadline: z.string() });
const requiredDeadline = z.object({
  quoteDeadline: z.string().min(1, msg('Please choose until when suppliers may quote')),
});

type ReopenDialogProps = {
  postId: number;
  /** Whether its deadline has passed, so that a new one is required. */
  needsDeadline: boolean;
  opened: boolean;
  onClose: () => void;
};

/** Asks for a new deadline, then reopens the request. */
export function ReopenDialog({ opened, onClose, ...form }: ReopenDialogProps) {
  const { t } = useLanguage();
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('Re-open request')}>
      <ReopenForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

function ReopenForm({ postId, needsDeadline, onClose }: Omit<ReopenDialogProps, 'opened'>) {
  const { t } = useLanguage();
  const { mutateAsync, isPending } = useReopenPost();
  const form = useForm({
    defaultValues: { quoteDeadline: '' },
    resolver: zodResolver(needsDeadline ? requiredDeadline : optionalDeadline),
  });
  useHoldDialog(isPending);
  const handleValid = async ({ quoteDeadline }: { quoteDeadline: string }) => {
    try {
      await mutateAsync({ id: postId, quoteDeadline: toInstant(quoteDeadline) ?? undefined });
      toast({ title: t('Request re-opened') });
      onClose();
    } catch (error) {
      markFields(form, error);
      tellFailure(t('Error re-opening request'), error);
    }
  };
  return (
    <form onSubmit={(event) => void form.handleSubmit(handleValid)(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">{t('Suppliers can send quotes again. What was decided on quotes stays decided.')}</Text>
        <DateField
          control={form.control}
          name="quoteDeadline"
          label={needsDeadline ? t('New deadline for quotes') : t('New deadline for quotes (optional)')}
          description={needsDeadline ? t('The one before has passed.') : undefined}
          type="datetime-local"
          withAsterisk={needsDeadline}
          data-autofocus
        />
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('Re-open request')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
