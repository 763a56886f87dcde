import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { useSendOnce } from '@/shared/form/send-once.ts';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useDraft } from '@/shared/form/use-draft.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { Time } from '@/shared/ui/time.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { useAddUserNote } from './add-user-note.ts';
import { userNotesQueryOptions } from './list-user-notes.ts';
import classes from '../admin-users.module.css';

const NOTE_MAX = 2_000;

const EMPTY = { note: '' };

/** Admin notes about a user. An unfinished note survives a change of tab or user. */
export function UserNotes({ userId }: { userId: number }) {
  const { t } = useLanguage();
  const { data: notes, isPending, error, refetch } = useQuery(userNotesQueryOptions(userId));
  const me = useCurrentUser();
  const form = useForm({ defaultValues: EMPTY });
  const { control, handleSubmit, reset, setFocus } = form;
  const { clearDraft } = useDraft(me.status === 'user' ? `draft_note_${me.user.id}_${userId}` : null, form);
  const typed = useWatch({ control, name: 'note' }).trim();
  const add = useAddUserNote();
  const sendOnce = useSendOnce();
  const handleAdd = handleSubmit(async () => {
    const note = { id: userId, note: typed };
    const adding = sendOnce(note, (clientId) => add.mutateAsync({ ...note, clientId }));
    const isDone = await tellOutcome(adding, { failed: t('Error adding note') });
    if (!isDone) return;
    clearDraft();
    reset(EMPTY, { keepFieldsRef: true });
    setFocus('note');
  });
  return (
    <Stack gap="md">
      <form onSubmit={(event) => void handleAdd(event)}>
        <TextareaField
          control={control}
          name="note"
          label={t('New note')}
          description={t('Only admins see notes.')}
          maxLength={NOTE_MAX}
          autosize
          minRows={2}
        />
        <Group justify="flex-end" mt="xs">
          <Button type="submit" loading={add.isPending} disabled={typed === ''}>
            {t('Add note')}
          </Button>
        </Group>
      </form>
      {isPending && <Skeleton height={80} aria-busy />}
      {error && <ErrorState title={t('Failed to load notes')} message={error.message} onRetry={() => void refetch()} />}
      {!error && notes?.length === 0 && <EmptyState isSmall title={t('No notes yet')} />}
      <ul className={classes.list}>
        {notes?.map((each) => (
          <PartItem key={each.id}>
            {() => (
              <>
                <span className={classes.note} dir="auto">
                  {each.note}
                </span>
                <Text size="xs" c="dimmed">
                  {each.author?.username ?? t('A former admin')} · <Time iso={each.created_at} />
                </Text>
              </>
            )}
          </PartItem>
        ))}
      </ul>
    </Stack>
  );
}
