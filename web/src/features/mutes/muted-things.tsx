import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { PartItem } from '@/shared/ui/state/part.tsx';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { mutesQueryOptions, useSetMute, type MuteItem, type Mutable } from './list-mutes.ts';
import classes from './mutes.module.css';

/** All that the signed-in user has muted, to undo it; nothing while nothing is muted. */
export function MutedThings() {
  const { t } = useLanguage();
  const { data: mutes, error, refetch } = useQuery(mutesQueryOptions);
  if (error)
    return (
      <ErrorState title={t('Your choices cannot be shown')} message={error.message} onRetry={() => void refetch()} />
    );
  if (!mutes?.length) return null;
  return (
    <Paper withBorder shadow="xs" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('Muted')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('While muted, only decisions notify you, count as unread or come by mail.')}
        </Text>
        <ul className={classes.list}>
          {mutes.map((mute) => (
            <PartItem key={`${mute.quoteId} ${mute.postId}`}>{() => <MutedThing mute={mute} />}</PartItem>
          ))}
        </ul>
      </Stack>
    </Paper>
  );
}

function MutedThing({ mute: { quoteId, postId, title } }: { mute: MuteItem }) {
  const { t } = useLanguage();
  const [of, address]: [Mutable, string] =
    quoteId === null
      ? [{ postId: postId ?? 0 }, paths.post({ id: postId ?? 0, title: title ?? '' })]
      : [{ quoteId }, `${paths.inbox}&quote=${quoteId}&view=messages`];
  const save = useSetMute(of);
  const name = title ?? t('Request #{id}', { id: postId ?? 0 });
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div className={classes.name}>
        <Anchor component={Link} to={address} dir="auto">
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {quoteId === null ? t('Request') : t('Conversation')}
        </Text>
      </div>
      <Button
        variant="default"
        flex="none"
        aria-label={t('Unmute {title}', { title: name })}
        loading={save.isPending}
        onClick={() => void tellOutcome(save.mutateAsync(false), {})}
      >
        {t('Unmute')}
      </Button>
    </Group>
  );
}
