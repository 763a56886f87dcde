import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { markFields } from '@/shared/form/mark-fields.ts';
import { TextField } from '@/shared/form/text-field.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useHoldDialog } from '@/shared/ui/dialog/use-hold-dialog.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useReopenPost } from '../api/reopen-post.ts';
import { toInstant } from '../requirement-values.ts';

const optionalDeadline = z.object({ quoteDeadline: z.string() });
const requiredDeadline = z.object({
  quoteDeadline: z.string().min(1, 'Please choose until when suppliers may quote'),
});

type ReopenDialogProps = {
  postId: number;
  /** Whether its deadline has passed, so that it needs another. */
  needsDeadline: boolean;
  opened: boolean;
  onClose: () => void;
};

/** Asks until when quotes are taken again, and opens the request. */
export function ReopenDialog({ opened, onClose, ...form }: ReopenDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Re-open request">
      <ReopenForm onClose={onClose} {...form} />
    </FormDialog>
  );
}

function ReopenForm({ postId, needsDeadline, onClose }: Omit<ReopenDialogProps, 'opened'>) {
  const { mutateAsync, isPending } = useReopenPost();
  const form = useForm({
    defaultValues: { quoteDeadline: '' },
    resolver: zodResolver(needsDeadline ? requiredDeadline : optionalDeadline),
  });
  useHoldDialog(isPending);
  const handleValid = async ({ quoteDeadline }: { quoteDeadline: string }) => {
    try {
      await mutateAsync({ id: postId, quoteDeadline: toInstant(quoteDeadline) ?? undefined });
      toast({ title: 'Request re-opened' });
      onClose();
    } catch (error) {
      markFields(form, error);
      tellFailure('Error re-opening request', error);
    }
  };
  return (
    <form onSubmit={(event) => void form.handleSubmit(handleValid)(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">Suppliers can send quotes again. What was decided on quotes stays decided.</Text>
        <TextField
          control={form.control}
          name="quoteDeadline"
          label={needsDeadline ? 'New deadline for quotes' : 'New deadline for quotes (optional)'}
          description={needsDeadline ? 'The one before has passed.' : undefined}
          type="datetime-local"
          withAsterisk={needsDeadline}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Re-open request
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
