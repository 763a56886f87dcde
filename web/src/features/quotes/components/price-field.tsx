import { useFormState, useWatch, type Control } from 'react-hook-form';
import { PRICE_MAX, type QuoteValues } from '@domain/quote.ts';
import { TextField } from '@/shared/form/text-field.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { priceReading } from '../price-reading.ts';
import type { ValidQuote } from '../quote-defaults.ts';

/** The price as typed, and below it what was read, or what is wrong with it. */
export function PriceField({ control }: { control: Control<QuoteValues, unknown, ValidQuote> }) {
  const language = useLanguage();
  const { t } = language;
  const [price, currency] = useWatch({ control, name: ['price', 'currency'] });
  const { errors } = useFormState({ control, name: 'price' });
  return (
    <TextField
      control={control}
      name="price"
      label={t('Price')}
      placeholder={t('1 USD/product')}
      maxLength={PRICE_MAX}
      required
      description={errors.price ? undefined : priceReading(price, currency, language)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
