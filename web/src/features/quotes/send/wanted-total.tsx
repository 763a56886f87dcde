import { Text } from '@mantine/core';
import { useWatch, type Control } from 'react-hook-form';
import type { QuoteValues } from '@domain/quote.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { ValidQuote } from './quote-defaults.ts';
import { wantedTotalText, type Wanted } from './wanted-total-text.ts';

type WantedTotalProps = { control: Control<QuoteValues, unknown, ValidQuote>; wanted: Wanted };

/** The total for the wanted quantity, below the price that is being typed. */
export function WantedTotal({ control, wanted }: WantedTotalProps) {
  const language = useLanguage();
  const [price, currency] = useWatch({ control, name: ['price', 'currency'] });
  const text = wantedTotalText(price, currency, wanted, language);
  return (
    // Mounted before it has a text, so that screen readers announce it; not a row in the grid of fields.
    <Text
      size="sm"
      fw={600}
      role="status"
      pos={text === null ? 'absolute' : undefined}
      style={{ gridColumn: '1 / -1' }}
    >
      {text}
    </Text>
  );
}
