import { Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { COMPARED_MAX, COMPARED_MIN } from '@/features/quotes/compare/comparison-state.ts';
import { shownPrice } from '@/features/quotes/facts/price-text.ts';
import type { Quote } from '@/features/quotes/facts/shown-quote.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

type QuoteChoiceProps = {
  quotes: readonly Quote[];
  compared: readonly Quote[];
  onChange: (ids: number[]) => void;
};

/** Selects two to six quotes to compare. Renders nothing for just two. */
export function QuoteChoice({ quotes, compared, onChange }: QuoteChoiceProps) {
  const language = useLanguage();
  const { t } = language;
  if (quotes.length <= COMPARED_MIN) return null;
  const ids = compared.map(({ id }) => id);
  return (
    <Popover position="bottom-start" withinPortal trapFocus shadow="md">
      <Popover.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('Quotes ({n} of {total})', { n: compared.length, total: quotes.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        <Stack gap="sm">
          <Text size="xs" c="dimmed">
            {t('{min} to {max} quotes', { min: COMPARED_MIN, max: COMPARED_MAX })}
          </Text>
          {quotes.map((quote) => {
            const isChosen = ids.includes(quote.id);
            return (
              <Checkbox
                key={quote.id}
                label={`${quote.supplier.username}: ${shownPrice(quote, language)}`}
                checked={isChosen}
                disabled={isChosen ? ids.length <= COMPARED_MIN : ids.length >= COMPARED_MAX}
                onChange={() => onChange(isChosen ? ids.filter((id) => id !== quote.id) : [...ids, quote.id])}
              />
            );
          })}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
