import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import {
  LIMIT_MAX,
  LIMIT_SECONDS_MAX,
  LIMIT_WORDS,
  limitKey,
  rateLimitSchema,
  type RateLimit,
} from '@domain/app-settings.ts';
import { fallbackText } from '@domain/input.ts';
import { TextField } from '@/shared/form/text-field.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { useSaveSetting } from '../api/save-setting.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type LimitDialogProps = { name: string; limit: RateLimit; opened: boolean; onClose: () => void };

/** Changes one limit. When somebody else has changed it meanwhile, a text says so, and the new value is shown the next time it opens. */
export function LimitDialog({ name, limit, opened, onClose }: LimitDialogProps) {
  const save = useSaveSetting();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Limit: ${LIMIT_WORDS[name]?.label ?? name}`}
      isPending={save.isPending}
    >
      <LimitForm name={name} limit={limit} save={save} onClose={onClose} />
    </FormDialog>
  );
}

type LimitFormProps = Pick<LimitDialogProps, 'name' | 'limit' | 'onClose'> & {
  save: ReturnType<typeof useSaveSetting>;
};

/** Lives as long as its dialog is open. */
function LimitForm({ name, limit, save, onClose }: LimitFormProps) {
  const { control, handleSubmit } = useForm<z.input<typeof rateLimitSchema>, unknown, RateLimit>({
    defaultValues: { max: String(limit.max), seconds: String(limit.seconds) },
    resolver: zodResolver(rateLimitSchema, fallbackText),
  });
  const handleValid = async (value: RateLimit) => {
    if (await tellOutcome(save.mutateAsync({ key: limitKey(name), value, expected: limit }), { done: 'Setting saved' }))
      onClose();
  };
  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">{LIMIT_WORDS[name]?.description}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextField
            control={control}
            name="max"
            label="At most"
            description={`1 to ${LIMIT_MAX.toLocaleString('en-US')}`}
            inputMode="numeric"
            data-autofocus
          />
          <TextField
            control={control}
            name="seconds"
            label="Within seconds"
            description={`1 to ${LIMIT_SECONDS_MAX.toLocaleString('en-US')}, a day`}
            inputMode="numeric"
          />
        </SimpleGrid>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
