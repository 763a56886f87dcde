import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { id } from '@/shared/address/param.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { newHitsQueryOptions } from './list-saved-searches.ts';

const hitsAddress = { saved: id, since: id };

/** Marks a post on a card as new in the saved search whose notification was opened. */
export function NewHit({ postId }: { postId: number }) {
  const { t } = useLanguage();
  const [{ saved, since }] = useAddress(hitsAddress);
  const { data: hits } = useQuery({
    ...newHitsQueryOptions(saved ?? 0, since ?? 0),
    enabled: saved !== null && since !== null,
  });
  if (!hits?.has(postId)) return null;
  // On the edge of the card: the line of its buttons has no room for another word.
  return (
    <Badge pos="absolute" top="-0.6rem" left="1rem">
      {t('New')}
    </Badge>
  );
}
