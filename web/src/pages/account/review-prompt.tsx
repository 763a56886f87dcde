import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { reviewsDueQueryOptions } from './list-reviews-due.ts';

type ReviewPromptProps = { userId: number; onOpen: (quoteId: number) => void };

/** Asks for a review of the latest deal that is due for one; renders nothing without any. */
export function ReviewPrompt({ userId, onOpen }: ReviewPromptProps) {
  const { t } = useLanguage();
  const { data: [deal] = [] } = useQuery(reviewsDueQueryOptions(userId));
  if (!deal) return null;
  return (
    <Group gap="sm">
      <Text size="sm">{t('How was the deal with {username}?', { username: deal.other.username })}</Text>
      <Button variant="default" size="xs" onClick={() => onOpen(deal.quoteId)}>
        {t('Write a review')}
      </Button>
    </Group>
  );
}
