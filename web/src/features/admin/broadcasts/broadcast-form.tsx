import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { BROADCAST_MESSAGE_MAX } from '@domain/broadcast.ts';
import { fallbackText } from '@domain/input.ts';
import { CheckboxField } from '@/shared/form/checkbox-field.tsx';
import { DateField } from '@/shared/form/date-field.tsx';
import { SelectField } from '@/shared/form/select-field.tsx';
import { useSendOnce } from '@/shared/form/send-once.ts';
import { TextField } from '@/shared/form/text-field.tsx';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { UnsavedChanges } from '@/shared/form/unsaved-changes.tsx';
import { toAppError } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { msg } from '@/shared/i18n/msg.ts';
import { translatedOptions } from '@/shared/i18n/translated-options.ts';
import { ConfirmDialog } from '@/shared/ui/dialog/confirm-dialog.tsx';
import { useLastShown } from '@/shared/ui/dialog/use-last-shown.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { receiversQueryOptions } from './count-receivers.ts';
import { useCreateBroadcast } from './create-broadcast.ts';
import {
  broadcastFormSchema,
  emptyBroadcast,
  type ValidBroadcast,
  type BroadcastValues,
} from './broadcast-form-values.ts';
import { AudienceFields } from './audience-fields.tsx';
import { BroadcastPreview } from './broadcast-preview.tsx';

const COUNT_DEBOUNCE_MS = 300;
const LINKS = [
  { value: 'none', label: msg('None') },
  { value: 'post', label: msg('A post') },
  { value: 'quote', label: msg('A quote') },
  { value: 'news', label: msg('News or an event') },
];
const WHEN = [
  { value: 'now', label: msg('Now') },
  { value: 'at', label: msg('At a time') },
];
const fieldOfRule = z.object({ path: z.enum(['message', 'audienceValues', 'linkId', 'sendAt']) });
/** Link targets that need an id, with the label of its field. */
const NUMBER_OF: Readonly<Record<string, string>> = {
  post: msg('Number of the post'),
  quote: msg('Number of the quote'),
  news: msg('Number of the news'),
};

/** Composes a broadcast: audience, text, link, time and channel. */
export function BroadcastForm() {
  const language = useLanguage();
  const { t, plural, number, dateAndTimeWithZone } = language;
  const create = useCreateBroadcast();
  const sendOnce = useSendOnce();
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
  const counting = useQuery(receiversQueryOptions(asked));
  // The count of the audience that was chosen before says nothing about this one.
  const receivers = counting.isPlaceholderData ? undefined : counting.data;
  const isCounting = receivers === undefined && counting.isFetching;
  const [ready, setReady] = useState<ValidBroadcast | null>(null);
  const shown = useLastShown(ready);

  const handleConfirm = async () => {
    if (!ready) return;
    try {
      await sendOnce(ready, (clientId) => create.mutateAsync({ ...ready, clientId }));
      toast({ title: ready.sendAt ? t('Notification scheduled') : t('Notification sent') });
      reset(emptyBroadcast());
    } catch (error) {
      const { message: text, details } = toAppError(error);
      const field = fieldOfRule.safeParse(details);
      if (field.success) setError(field.data.path, { message: text });
      tellFailure(t('Error sending notification'), error);
    }
  };

  return (
    <form onSubmit={(event) => void handleSubmit(setReady)(event)} noValidate aria-label={t('New notification')}>
      <UnsavedChanges isDirty={formState.isDirty} onLeave={() => reset()} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack gap="md">
          <TextareaField
            control={control}
            name="message"
            label={t('Message', {}, 'broadcast')}
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
            <SelectField
              control={control}
              name="linkKind"
              label={t('Link')}
              data={translatedOptions(LINKS, language)}
              allowDeselect={false}
            />
            {linkKind !== 'none' && (
              <TextField
                control={control}
                name="linkId"
                label={t(NUMBER_OF[linkKind] ?? '')}
                description={t('It stands in its address')}
                inputMode="numeric"
                withAsterisk
              />
            )}
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <SelectField
              control={control}
              name="when"
              label={t('Send')}
              data={translatedOptions(WHEN, language)}
              allowDeselect={false}
            />
            {when === 'at' && (
              <DateField control={control} name="sendAt" label={t('Time')} type="datetime-local" withAsterisk />
            )}
          </SimpleGrid>
          <CheckboxField
            control={control}
            name="withEmail"
            label={t('Also by email')}
            description={t('To those who did not unsubscribe')}
          />
        </Stack>
        <BroadcastPreview message={message} withEmail={withEmail} />
      </SimpleGrid>
      <Group justify="space-between" mt="lg">
        <Text size="sm" role="status">
          {isCounting && t('Counting receivers...')}
          {!isCounting && counting.error && language.message(counting.error.message)}
          {receivers !== undefined &&
            plural(receivers, { one: 'Reaches {n} user', other: 'Reaches {n} users' }, { n: number(receivers) })}
        </Text>
        <Button type="submit" loading={formState.isSubmitting}>
          {when === 'at' ? t('Schedule') : t('Send')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={ready !== null}
        onClose={() => setReady(null)}
        title={
          receivers === undefined
            ? t('New notification')
            : plural(receivers, { one: 'Send to {n} user?', other: 'Send to {n} users?' }, { n: number(receivers) })
        }
        isHeld={isCounting}
        confirmLabel={shown?.sendAt ? t('Schedule') : t('Send')}
        onConfirm={handleConfirm}
      >
        {shown?.message}
        {shown?.sendAt && (
          <Text size="sm" fw={500} mt="sm">
            {t('Goes out on {date}', { date: dateAndTimeWithZone(shown.sendAt) })}
          </Text>
        )}
      </ConfirmDialog>
    </form>
  );
}
