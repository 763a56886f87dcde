import { Button } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { mutesQueryOptions, useSetMute, type Mutable } from './list-mutes.ts';

type MuteButtonProps = {
  of: Mutable;
  /** The request of a conversation: while it is muted, the button unmutes it. */
  requestId?: number | null;
  /** Whether there is something to mute; what is muted can always be unmuted. */
  isOffered?: boolean;
};

/** Mutes a conversation or request for the signed-in user alone, or no longer. */
export function MuteButton({ of, requestId = null, isOffered = true }: MuteButtonProps) {
  const { t } = useLanguage();
  const { data: mutes } = useQuery(mutesQueryOptions);
  const isOfRequest = requestId !== null && (mutes ?? []).some(({ postId }) => postId === requestId);
  const target = isOfRequest ? { postId: requestId } : of;
  const save = useSetMute(target);
  if (!mutes) return null;
  const isStored = mutes.some((mute) =>
    'postId' in target ? mute.postId === target.postId : mute.quoteId === target.quoteId,
  );
  const isMuted = save.isPending ? save.variables : isStored;
  if (!isMuted && !isOffered) return null;
  return (
    <Button
      variant={isMuted ? 'light' : 'default'}
      flex="none"
      // A drawn tooltip would be 16 kB of every first visit of a user.
      title={t('While muted, only decisions notify you, count as unread or come by mail.')}
      leftSection={isMuted ? <IconBell size={18} aria-hidden /> : <IconBellOff size={18} aria-hidden />}
      onClick={() => void tellOutcome(save.mutateAsync(!isMuted), {})}
    >
      {isMuted ? t(isOfRequest ? 'Unmute request' : 'Unmute') : t('Mute')}
    </Button>
  );
}
