import { useMemo, useRef, type ReactNode } from 'react';
import { Anchor, SimpleGrid } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useFormState, type Control } from 'react-hook-form';
import { QUOTE_VALID_DAYS, QUOTE_VALID_DAYS_MAX } from '@domain/limits.ts';
import {
  DELIVERY_FROM_MAX,
  DELIVERY_TIME_MAX,
  DELIVERY_TO_MAX,
  PAYMENT_METHOD_MAX,
  PRICE_MAX,
  QUANTITY_MAX,
  QUANTITY_TOO_LONG,
  SHIPPING_METHOD_MAX,
  type QuoteValues,
} from '@domain/quote.ts';
import { dayAfter } from '@domain/quote-status.ts';
import { DateField } from '@/shared/form/date-field.tsx';
import { SelectField } from '@/shared/form/select-field.tsx';
import { TextField } from '@/shared/form/text-field.tsx';
import { currencyOptions } from '@/shared/form/currencies.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { ValidQuote } from './quote-defaults.ts';
import { wantedText } from '../facts/price-text.ts';
import { useToday } from '../facts/use-today.ts';
import { AmountField } from './amount-field.tsx';
import { useTypedCurrency } from './use-typed-currency.ts';
import classes from './quote-fields.module.css';

type FactFieldsProps = {
  control: Control<QuoteValues, unknown, ValidQuote>;
  /** The unit of the request. */
  unit: string | null;
  belowPrice: ReactNode;
};

/** The number of the example of a quantity. */
const EXAMPLE = 500;

/**
 * Price, quantity, payment, delivery and validity. The quantity input has no maxlength, because its validation has its
 * own message.
 */
export function FactFields({ control, unit, belowPrice }: FactFieldsProps) {
  const language = useLanguage();
  const { t, calendarDay } = language;
  const { defaultValues } = useFormState({ control });
  const currencies = useMemo(
    () => currencyOptions(language, defaultValues?.currency),
    [language, defaultValues?.currency],
  );
  const { follow, keep, before, undo } = useTypedCurrency(control);
  const currency = useRef<HTMLInputElement>(null);
  const today = useToday();
  // A revised quote keeps its last day.
  const lastDay = defaultValues?.validUntil || dayAfter(today, QUOTE_VALID_DAYS);
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
      <AmountField
        control={control}
        name="price"
        label={t('Price')}
        placeholder={t('1 USD/product')}
        maxLength={PRICE_MAX}
        length={{ limit: PRICE_MAX }}
        unit={unit}
        onType={follow}
        required
      />
      <div>
        <SelectField
          ref={currency}
          control={control}
          name="currency"
          label={t('Currency')}
          data={currencies}
          searchable
          allowDeselect={false}
          maxDropdownHeight={260}
          nothingFoundMessage={t('No options found')}
          comboboxProps={{ withinPortal: true }}
          onChange={keep}
        />
        {before !== null && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            className={classes.undo}
            onClick={() => {
              // The button is gone once it is pressed.
              currency.current?.focus();
              undo();
            }}
          >
            <IconArrowBackUp size={14} aria-hidden /> {t('Undo')}: {before}
          </Anchor>
        )}
      </div>
      {belowPrice}
      <AmountField
        control={control}
        name="quantity"
        label={t('Minimum quantity')}
        placeholder={wantedText({ quantity: EXAMPLE, unit: unit ?? 'piece' }, language)}
        length={{ limit: QUANTITY_MAX, tooLong: QUANTITY_TOO_LONG }}
        required
      />
      <DateField
        control={control}
        name="validUntil"
        label={t('Valid until')}
        description={t('Without a day, until {date}', { date: calendarDay(lastDay) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={today}
        max={dayAfter(today, QUOTE_VALID_DAYS_MAX)}
      />
      <TextField
        control={control}
        name="paymentMethod"
        label={t('Payment method')}
        placeholder={t('30% deposit, balance on delivery')}
        maxLength={PAYMENT_METHOD_MAX}
        required
      />
      <TextField
        control={control}
        name="shippingMethod"
        label={t('Shipping method')}
        placeholder={t('Sea freight, FOB')}
        maxLength={SHIPPING_METHOD_MAX}
        required
      />
      <AmountField
        control={control}
        name="deliveryTime"
        label={t('Delivery time')}
        placeholder={t('15 days')}
        maxLength={DELIVERY_TIME_MAX}
        length={{ limit: DELIVERY_TIME_MAX }}
        required
      />
      <TextField
        control={control}
        name="deliveryFrom"
        label={t('Delivery from')}
        placeholder={t('Hai Phong, Vietnam')}
        maxLength={DELIVERY_FROM_MAX}
        required
      />
      {/* Filled in from the request, and too long for half a row. */}
      <TextField
        control={control}
        name="deliveryTo"
        style={{ gridColumn: '1 / -1' }}
        label={t('Delivery to')}
        placeholder={t('Hamburg, Germany')}
        maxLength={DELIVERY_TO_MAX}
        required
      />
    </SimpleGrid>
  );
}
