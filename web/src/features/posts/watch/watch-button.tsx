import { Button, Text } from '@mantine/core';
import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useSetWatch, watchOfPostQueryOptions } from './watch-of-post.ts';

/** Watches a request of somebody else; shows its owner how many do. */
export function WatchButton({ postId, isOwn }: { postId: number; isOwn: boolean }) {
  const { t, plural } = useLanguage();
  const { data } = useQuery(watchOfPostQueryOptions(postId));
  const save = useSetWatch(postId);
  if (isOwn)
    return (
      <Text size="sm" c="dimmed">
        {data &&
          plural(data.watchers ?? 0, {
            one: '{n} person watches this request',
            other: '{n} people watch this request',
          })}
      </Text>
    );
  const isWatching = save.isPending ? save.variables : (data?.is_watching ?? false);
  return (
    <Button
      fullWidth
      variant={isWatching ? 'light' : 'default'}
      aria-pressed={isWatching}
      disabled={!data}
      leftSection={isWatching ? <IconBellFilled size={18} aria-hidden /> : <IconBell size={18} aria-hidden />}
      onClick={() => void tellOutcome(save.mutateAsync(!isWatching), {})}
    >
      {t('Watch')}
    </Button>
  );
}
