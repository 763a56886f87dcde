import { useMemo, type KeyboardEvent } from 'react';
import { Text } from '@mantine/core';
import { useFormState, useWatch, type UseFormReturn } from 'react-hook-form';
import { currencyOptions } from '@/shared/form/currencies.ts';
import formLayout from '@/shared/form/form-layout.module.css';
import { DateField } from '@/shared/form/date-field.tsx';
import { toEnglishNumber } from '@/shared/form/english-number.ts';
import { NumberField } from '@/shared/form/number-field.tsx';
import { SelectField } from '@/shared/form/select-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { PostValues, ValidPost } from './post-values.ts';
import { isNeededBeforeDeadline } from '../requirements/requirement-values.ts';
import { splitPrice, splitQuantity } from './split-amounts.ts';
import { UnitField } from './unit-field.tsx';

type PostForm = UseFormReturn<PostValues, unknown, ValidPost>;

/** Runs when the field is left, and before Enter sends the form. */
const onLeaving = (run: () => void) => ({
  onBlur: run,
  onKeyDown: ({ key }: KeyboardEvent) => {
    if (key === 'Enter') run();
  },
});

/** How much is wanted, at which price, and when. All fields are optional. */
export function RequirementFields({ form }: { form: PostForm }) {
  const language = useLanguage();
  const { t } = language;
  const { control, getValues, setValue } = form;
  const { defaultValues, isSubmitted } = useFormState({ control });
  const current = defaultValues?.targetCurrency;
  const currencies = useMemo(() => currencyOptions(language, current), [language, current]);
  const options = { shouldDirty: true, shouldValidate: isSubmitted };
  const moveUnit = () => {
    const split = splitQuantity(getValues('quantity'), getValues('unit'));
    if (!split) return;
    setValue('unit', split.unit, options);
    setValue('quantity', toEnglishNumber(split.quantity, language), options);
  };
  const moveCurrency = () => {
    const [price, currency, unit] = getValues(['targetPrice', 'targetCurrency', 'unit']);
    const split = splitPrice(price, { currency, unit }, (number) => toEnglishNumber(number, language));
    if (!split) return;
    setValue('unit', split.unit, options);
    setValue('targetCurrency', split.currency, options);
    setValue('targetPrice', split.price, options);
  };
  return (
    <>
      <div className={formLayout.shortPair}>
        <NumberField
          control={control}
          name="quantity"
          label={t('Quantity')}
          placeholder={t('e.g. 20')}
          {...onLeaving(moveUnit)}
        />
        <UnitField control={control} />
      </div>
      <div className={formLayout.shortPair}>
        <NumberField
          control={control}
          name="targetPrice"
          label={t('Target price')}
          description={t('For one unit')}
          placeholder={t('e.g. 650')}
          {...onLeaving(moveCurrency)}
        />
        <SelectField
          control={control}
          name="targetCurrency"
          label={t('Currency')}
          description={t('Of the target price')}
          placeholder={t('Select')}
          data={currencies}
          searchable
          clearable
          maxDropdownHeight={260}
          nothingFoundMessage={t('No options found')}
        />
      </div>
      <div className={formLayout.pair}>
        <DateField control={control} name="neededBy" label={t('Needed by')} />
        <DateField
          control={control}
          name="quoteDeadline"
          label={t('Quotes until')}
          description={t('Afterwards no more quotes can be sent')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="datetime-local"
        />
      </div>
      <NeededByWarning form={form} />
    </>
  );
}

/** A warning only: goods needed before the deadline can be intended. */
function NeededByWarning({ form: { control } }: { form: PostForm }) {
  const { t } = useLanguage();
  const [neededBy, quoteDeadline] = useWatch({ control, name: ['neededBy', 'quoteDeadline'] });
  return (
    <Text size="sm" className={formLayout.warning} role="status" mt={-8}>
      {isNeededBeforeDeadline(neededBy, quoteDeadline) &&
        t('You need it before the deadline for quotes: suppliers may quote when it is too late.')}
    </Text>
  );
}
