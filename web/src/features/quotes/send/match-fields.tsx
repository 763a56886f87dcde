import { Radio, Stack, Text } from '@mantine/core';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { QUOTE_DESCRIPTION_MAX, type QuoteValues } from '@domain/quote.ts';
import { PRODUCT_MATCH_LABELS, PRODUCT_MATCHES } from '@domain/quote-values.ts';
import { RadioField } from '@/shared/form/radio-field.tsx';
import { TextareaField } from '@/shared/form/textarea-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { ValidQuote } from './quote-defaults.ts';
import classes from './quote-fields.module.css';

const COUNTER_ID = 'quote-description-count';

/** How well the offer matches, with details if it differs; any other choice clears them. */
export function MatchFields({ form }: { form: UseFormReturn<QuoteValues, unknown, ValidQuote> }) {
  const { t } = useLanguage();
  const { control, setValue, clearErrors } = form;
  const [match, description] = useWatch({ control, name: ['productMatch', 'description'] });
  const isDifferent = match === 'different';

  const handleMatch = (value: string) => {
    if (value === 'different') return;
    setValue('description', '', { shouldDirty: true });
    clearErrors('description');
  };

  return (
    <RadioField control={control} name="productMatch" label={t('Product match')} onChange={handleMatch}>
      <Stack gap="xs" mt={6}>
        {PRODUCT_MATCHES.map((value) => (
          <div key={value} className={classes.match}>
            <Radio value={value} label={t(PRODUCT_MATCH_LABELS[value])} data-autofocus={value === match || undefined} />
            {value === 'different' && (
              <div className={isDifferent ? classes.details : classes.unused}>
                <TextareaField
                  control={control}
                  name="description"
                  aria-label={t('Description')}
                  aria-describedby={isDifferent ? COUNTER_ID : undefined}
                  placeholder={isDifferent ? t('What is different: material, size, brand, packaging…') : undefined}
                  disabled={!isDifferent}
                  required={isDifferent}
                  maxLength={QUOTE_DESCRIPTION_MAX}
                  isCounted
                  size={isDifferent ? 'sm' : 'xs'}
                  rows={isDifferent ? 3 : 1}
                />
                {isDifferent && (
                  <Text
                    id={COUNTER_ID}
                    size="xs"
                    c={description.trim().length > QUOTE_DESCRIPTION_MAX ? 'var(--mantine-color-error)' : 'dimmed'}
                    ta="end"
                    mt={4}
                  >
                    {description.length}/{QUOTE_DESCRIPTION_MAX}
                  </Text>
                )}
              </div>
            )}
          </div>
        ))}
      </Stack>
    </RadioField>
  );
}
