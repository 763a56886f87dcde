import type { ReactNode } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { IconBell, IconBellFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useSetWatch, watchOfPostQueryOptions } from './watch-of-post.ts';

type WatchButtonProps = {
  postId: number;
  isOwn: boolean;
  /** The button to mute the request, from another feature, where the user is notified of it. */
  renderMute: (isNotified: boolean) => ReactNode;
};

/** Watches a request of somebody else; shows its owner how many do. */
export function WatchButton({ postId, isOwn, renderMute }: WatchButtonProps) {
  const { t, plural } = useLanguage();
  const { data } = useQuery(watchOfPostQueryOptions(postId));
  const save = useSetWatch(postId);
  if (isOwn)
    return (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" c="dimmed">
          {data &&
            plural(data.watchers ?? 0, {
              one: '{n} person watches this request',
              other: '{n} people watch this request',
            })}
        </Text>
        {renderMute(true)}
      </Group>
    );
  const isWatching = save.isPending ? save.variables : (data?.is_watching ?? false);
  return (
    <Group wrap="nowrap" gap="sm">
      <Button
        // As wide as its text at least; a narrow padding, so that both buttons fit next to a post in Vietnamese.
        flex="1 0 auto"
        px="xs"
        // Its icon and text say that it is on; a tint would rival the action of the page.
        variant="default"
        disabled={!data}
        leftSection={isWatching ? <IconBellFilled size={18} aria-hidden /> : <IconBell size={18} aria-hidden />}
        onClick={() => void tellOutcome(save.mutateAsync(!isWatching), {})}
      >
        {isWatching ? t('Watching') : t('Watch')}
      </Button>
      {renderMute(isWatching)}
    </Group>
  );
}
