import { useState, type FormEvent } from 'react';
import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '@/shared/ui/error-state.tsx';
import { Time } from '@/shared/ui/time.tsx';
import { toast } from '@/shared/ui/toast.ts';
import { useAddUserNote } from '../api/add-user-note.ts';
import { userNotesQueryOptions } from '../api/list-user-notes.ts';
import classes from './admin-users.module.css';

const NOTE_MAX = 2_000;

/** What admins note about a user for each other. */
export function UserNotes({ userId }: { userId: number }) {
  const { data: notes, isPending, error, refetch } = useQuery(userNotesQueryOptions(userId));
  const [note, setNote] = useState('');
  const add = useAddUserNote();
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      { id: userId, note: note.trim() },
      {
        onSuccess: () => setNote(''),
        onError: ({ message }) => toast({ title: 'Error', message, kind: 'destructive' }),
      },
    );
  };
  return (
    <Stack gap="md">
      <form onSubmit={handleSubmit}>
        <Textarea
          label="New note"
          description="Only admins see notes."
          maxLength={NOTE_MAX}
          autosize
          minRows={2}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="xs">
          <Button type="submit" loading={add.isPending} disabled={note.trim() === ''}>
            Add note
          </Button>
        </Group>
      </form>
      {isPending && <Skeleton height={80} aria-busy />}
      {error && <ErrorState title="Failed to load notes" message={error.message} onRetry={() => void refetch()} />}
      {notes?.length === 0 && (
        <Text size="sm" c="dimmed">
          No notes yet
        </Text>
      )}
      <ul className={classes.list}>
        {notes?.map((each) => (
          <li key={each.id}>
            <span className={classes.note}>{each.note}</span>
            <Text size="xs" c="dimmed">
              {each.author?.username ?? 'A former admin'} · <Time iso={each.created_at} />
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
