import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, SimpleGrid, Stack } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { exchangeRateFormSchema, type ExchangeRate } from '@domain/exchange-rates.ts';
import { fallbackText } from '@domain/input.ts';
import { writeNumber } from '@domain/numbers.ts';
import { todayUtc } from '@domain/quote-status.ts';
import { DateField } from '@/shared/form/date-field.tsx';
import { NumberField } from '@/shared/form/number-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import { markFields } from '@/shared/form/mark-fields.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { DialogFoot } from '@/shared/ui/dialog/dialog-foot.tsx';
import { FormDialog } from '@/shared/ui/dialog/form-dialog.tsx';
import { AppError } from '@/shared/errors/app-error.ts';
import { tellFailure } from '@/shared/ui/toast/tell-outcome.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { useSetExchangeRate, type ValidRate } from './write-exchange-rate.ts';

type RateDialogProps = {
  /** Rate to change; null for a new one. */
  rate: ExchangeRate | null;
  opened: boolean;
  onClose: () => void;
};

/** Enters the value of one currency unit on a day. */
export function RateDialog({ rate, opened, onClose }: RateDialogProps) {
  const { t } = useLanguage();
  const save = useSetExchangeRate();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={rate ? t('Exchange rate of {currency}', { currency: rate.currency }) : t('Exchange rate')}
      isPending={save.isPending}
    >
      <RateForm rate={rate} save={save} onClose={onClose} />
    </FormDialog>
  );
}

type RateFormProps = Pick<RateDialogProps, 'rate' | 'onClose'> & { save: ReturnType<typeof useSetExchangeRate> };

/** Mounted only while its dialog is open. */
function RateForm({ rate, save, onClose }: RateFormProps) {
  const { t } = useLanguage();
  const form = useForm<z.input<typeof exchangeRateFormSchema>, unknown, ValidRate>({
    defaultValues: {
      currency: rate?.currency ?? '',
      day: todayUtc(),
      // Plain decimals: the field does not accept exponents.
      usdPerUnit: rate ? writeNumber(rate.usdPerUnit, 'en', false) : '',
    },
    resolver: zodResolver(exchangeRateFormSchema, fallbackText),
  });
  const { control, handleSubmit } = form;
  /** Values that the server doubts, and why. */
  const [doubt, setDoubt] = useState<{ about: string; message: string } | null>(null);
  const handleValid = async (values: ValidRate) => {
    const isSure = doubt?.about === JSON.stringify(values);
    try {
      await save.mutateAsync({ ...values, isSure });
      toast({ title: t('Exchange rate saved') });
      onClose();
    } catch (error) {
      markFields(form, error);
      if (error instanceof AppError && error.kind === 'conflict')
        setDoubt({ about: JSON.stringify(values), message: error.message });
      else tellFailure(t('Error'), error);
    }
  };
  return (
    <form onSubmit={(event) => void handleSubmit(handleValid)(event)} onChange={() => setDoubt(null)} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextField
            control={control}
            name="currency"
            label={t('Currency')}
            placeholder="EUR"
            maxLength={3}
            disabled={rate !== null}
            data-autofocus={rate === null || undefined}
          />
          <DateField control={control} name="day" label={t('Day')} max={todayUtc()} />
        </SimpleGrid>
        <NumberField
          control={control}
          name="usdPerUnit"
          label={t('One unit in US dollars')}
          placeholder="1.16"
          data-autofocus={rate !== null || undefined}
        />
        <div role="status">
          {doubt && (
            <Alert color="orange" variant="light">
              {doubt.message}
            </Alert>
          )}
        </div>
        <DialogFoot>
          <Button variant="default" onClick={onClose} disabled={save.isPending}>
            {t('Cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {doubt ? t('Save it all the same') : t('Save')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
