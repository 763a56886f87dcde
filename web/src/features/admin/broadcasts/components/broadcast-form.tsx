import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { BROADCAST_MESSAGE_MAX } from '@domain/broadcast.ts';
import { fallbackText } from '@domain/input.ts';
import { CheckboxField } from '@/shared/form/checkbox-field.tsx';
import { SelectField } from '@/shared/form/select-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { UnsavedChanges } from '@/shared/form/unsaved-changes.tsx';
import { toAppError } from '@/shared/errors/app-error.ts';
import { dateAndTimeWithZone } from '@/shared/text/dates.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { receiversQueryOptions } from '../api/count-receivers.ts';
import { useCreateBroadcast } from '../api/create-broadcast.ts';
import {
  broadcastFormSchema,
  emptyBroadcast,
  type ValidBroadcast,
  type BroadcastValues,
} from '../broadcast-form-values.ts';
import { AudienceFields } from './audience-fields.tsx';
import { BroadcastPreview } from './broadcast-preview.tsx';

const COUNT_DEBOUNCE_MS = 300;
const LINKS = [
  { value: 'none', label: 'None' },
  { value: 'post', label: 'A post' },
  { value: 'quote', label: 'A quote' },
  { value: 'news', label: 'News or an event' },
];
const WHEN = [
  { value: 'now', label: 'Now' },
  { value: 'at', label: 'At a time' },
];
const fieldOfRule = z.object({ path: z.enum(['message', 'audienceValues', 'linkId', 'sendAt']) });
const people = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'user' : 'users'}`;

/** Writes a notification to many: who, what, where it leads, when, and by which way. */
export function BroadcastForm() {
  const create = useCreateBroadcast();
  const { control, handleSubmit, reset, setError, setValue, formState } = useForm<
    BroadcastValues,
    unknown,
    ValidBroadcast
  >({
    defaultValues: emptyBroadcast(),
    resolver: zodResolver(broadcastFormSchema, fallbackText),
  });
  const [message, audience, audienceValues, linkKind, when, withEmail] = useWatch({
    control,
    name: ['message', 'audience', 'audienceValues', 'linkKind', 'when', 'withEmail'],
  });
  const [asked] = useDebouncedValue({ audience, audienceValues }, COUNT_DEBOUNCE_MS);
  const { data: receivers } = useQuery(receiversQueryOptions(asked));
  const [ready, setReady] = useState<ValidBroadcast | null>(null);

  const handleConfirm = async () => {
    if (!ready) return;
    try {
      await create.mutateAsync(ready);
      toast({ title: ready.sendAt ? 'Notification scheduled' : 'Notification sent' });
      reset(emptyBroadcast());
    } catch (error) {
      const { message: text, details } = toAppError(error);
      const field = fieldOfRule.safeParse(details);
      if (field.success) setError(field.data.path, { message: text });
      tellFailure('Error sending notification', error);
    }
  };

  return (
    <form onSubmit={(event) => void handleSubmit(setReady)(event)} noValidate aria-label="New notification">
      <UnsavedChanges isDirty={formState.isDirty} onLeave={() => reset()} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack gap="md">
          <TextareaField
            control={control}
            name="message"
            label="Message"
            description={`${message.length}/${BROADCAST_MESSAGE_MAX}`}
            maxLength={BROADCAST_MESSAGE_MAX}
            isCounted
            autosize
            minRows={3}
            maxRows={8}
            withAsterisk
          />
          <AudienceFields control={control} onAudience={() => setValue('audienceValues', [])} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <SelectField control={control} name="linkKind" label="Link" data={LINKS} allowDeselect={false} />
            {linkKind !== 'none' && (
              <TextField
                control={control}
                name="linkId"
                label={`Number of the ${linkKind}`}
                description="It stands in its address"
                inputMode="numeric"
                withAsterisk
              />
            )}
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <SelectField control={control} name="when" label="Send" data={WHEN} allowDeselect={false} />
            {when === 'at' && (
              <TextField control={control} name="sendAt" label="Time" type="datetime-local" withAsterisk />
            )}
          </SimpleGrid>
          <CheckboxField
            control={control}
            name="withEmail"
            label="Also by email"
            description="To those who did not unsubscribe"
          />
        </Stack>
        <BroadcastPreview message={message} withEmail={withEmail} />
      </SimpleGrid>
      <Group justify="space-between" mt="lg">
        <Text size="sm" role="status">
          {receivers === undefined ? 'Counting receivers...' : `Reaches ${people(receivers)}`}
        </Text>
        <Button type="submit" loading={formState.isSubmitting}>
          {when === 'at' ? 'Schedule' : 'Send'}
        </Button>
      </Group>
      <ConfirmDialog
        opened={ready !== null}
        onClose={() => setReady(null)}
        title={`Send to ${people(receivers ?? 0)}?`}
        confirmLabel={when === 'at' ? 'Schedule' : 'Send'}
        onConfirm={handleConfirm}
      >
        {ready?.message}
        {ready?.sendAt && (
          <Text size="sm" fw={500} mt="sm">
            Goes out on {dateAndTimeWithZone(ready.sendAt)}
          </Text>
        )}
      </ConfirmDialog>
    </form>
  );
}
