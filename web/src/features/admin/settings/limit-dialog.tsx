import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import {
  LIMIT_MAX,
  LIMIT_SECONDS_MAX,
  LIMIT_WORDS,
  limitKey,
  limitWarning,
  rateLimitSchema,
  type RateLimit,
} from '@domain/app-settings.ts';
import { fallbackText } from '@domain/input.ts';
import { NumberField } from '@/shared/form/number-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { limitText } from './limit-text.ts';
import { useSaveSetting } from './save-setting.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';

type LimitDialogProps = {
  name: string;
  limit: RateLimit;
  standard: RateLimit;
  opened: boolean;
  onClose: () => void;
};

/** Changes one limit. After a concurrent change it says so, and shows the new value when it is opened again. */
export function LimitDialog({ name, limit, standard, opened, onClose }: LimitDialogProps) {
  const { t } = useLanguage();
  const save = useSaveSetting();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('Limit: {label}', { label: t(LIMIT_WORDS[name]?.label ?? name) })}
      isPending={save.isPending}
    >
      <LimitForm name={name} limit={limit} standard={standard} save={save} onClose={onClose} />
    </FormDialog>
  );
}

type LimitFormProps = Pick<LimitDialogProps, 'name' | 'limit' | 'standard' | 'onClose'> & {
  save: ReturnType<typeof useSaveSetting>;
};

/** Mounted only while its dialog is open. */
function LimitForm({ name, limit, standard, save, onClose }: LimitFormProps) {
  const language = useLanguage();
  const { t, number } = language;
  // What the form may replace is what it began with.
  const [read] = useState(limit);
  const { control, handleSubmit, setValue } = useForm<z.input<typeof rateLimitSchema>, unknown, RateLimit>({
    defaultValues: { max: String(read.max), seconds: String(read.seconds) },
    resolver: zodResolver(rateLimitSchema, fallbackText),
  });
  const entered = rateLimitSchema.safeParse(useWatch({ control }));
  const warning = entered.success ? limitWarning(entered.data, standard) : null;
  const handleStandard = () => {
    setValue('max', String(standard.max), { shouldValidate: true });
    setValue('seconds', String(standard.seconds), { shouldValidate: true });
  };
  const handleValid = async (value: RateLimit) => {
    if (
      await tellOutcome(save.mutateAsync({ key: limitKey(name), value, expected: read }), { done: t('Setting saved') })
    )
      onClose();
  };
  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} noValidate>
      <Stack gap="md">
        <Text size="sm">{t(LIMIT_WORDS[name]?.description ?? '')}</Text>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <NumberField
            isWhole
            control={control}
            name="max"
            label={t('At most')}
            description={t('1 to {max}', { max: number(LIMIT_MAX) })}
            data-autofocus
          />
          <NumberField
            isWhole
            control={control}
            name="seconds"
            label={t('Within seconds')}
            description={t('1 to {max}, a day', { max: number(LIMIT_SECONDS_MAX) })}
          />
        </SimpleGrid>
        <Group gap="xs" justify="space-between">
          <Text size="sm" c="dimmed">
            {t('Default: {limit}', { limit: limitText(standard, language) })}
          </Text>
          <Button variant="subtle" size="xs" onClick={handleStandard} disabled={save.isPending}>
            {t('Use the default')}
          </Button>
        </Group>
        <div role="status">
          {warning !== null && (
            <Alert color="orange" variant="light">
              {t(warning)}
            </Alert>
          )}
        </div>
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('Save')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
