import { useState } from 'react';
import { Button, Group, Select, Text } from '@mantine/core';
import { IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { FEEDBACK_STATUSES } from '@domain/feedback.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useAssignFeedback } from './assign-feedback.ts';
import { useDeleteFeedback } from './delete-feedback.ts';
import { useSetFeedbackStatus } from './set-feedback-status.ts';
import type { Feedback } from './shown-feedback.ts';

type FeedbackActionsProps = { feedback: Feedback; onDeleted: () => void };

const FAILED = msg('Error updating feedback');

/** Status, assignee and deletion of one feedback. */
export function FeedbackActions({ feedback, onDeleted }: FeedbackActionsProps) {
  const { t } = useLanguage();
  const me = useCurrentUser();
  const [isDeleting, setIsDeleting] = useState(false);
  const status = useSetFeedbackStatus();
  const assignment = useAssignFeedback();
  const remove = useDeleteFeedback();
  const { assignee } = feedback;
  const isMine = me.status === 'user' && assignee?.id === me.user.id;
  const handleStatus = (next: string | null) => {
    if (!next || next === feedback.status) return;
    void tellOutcome(status.mutateAsync({ feedback, status: next }), { done: t('Status changed'), failed: t(FAILED) });
  };
  const handleDelete = async () => {
    const isDone = await tellOutcome(remove.mutateAsync(feedback), {
      done: t('Feedback deleted'),
      failed: t('Error deleting feedback'),
    });
    if (isDone) onDeleted();
  };
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={t('Status')}
        w={170}
        data={FEEDBACK_STATUSES.map(({ value, label }) => ({ value, label: t(label) }))}
        // Optimistic; a refusal restores the old status.
        value={status.isPending ? status.variables.status : feedback.status}
        allowDeselect={false}
        // `disabled` would drop the focus.
        readOnly={status.isPending}
        onChange={handleStatus}
      />
      <Button
        variant="default"
        leftSection={isMine ? <IconUserOff size={18} aria-hidden /> : <IconUserCheck size={18} aria-hidden />}
        loading={assignment.isPending}
        onClick={() => void tellOutcome(assignment.mutateAsync({ feedback, toMe: !isMine }), { failed: t(FAILED) })}
      >
        {isMine ? t('Unassign') : t('Assign to me')}
      </Button>
      <Button
        variant="subtle"
        color="red"
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => setIsDeleting(true)}
      >
        {t('Delete')}
      </Button>
      <Text size="sm" c="dimmed" w="100%">
        {assignee ? t('Assigned to {username}', { username: assignee.username }) : t('Not assigned')}
      </Text>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={t('Delete feedback')}
        confirmLabel={t('Delete')}
        isDestructive
        onConfirm={handleDelete}
      >
        {t('Are you sure you want to delete this feedback? This action cannot be undone.')}
      </ConfirmDialog>
    </Group>
  );
}
