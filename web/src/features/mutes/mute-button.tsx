import { ActionIcon, Button } from '@mantine/core';
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
  /** A sign as large as a finger, whose name is not drawn. */
  isSign?: boolean;
};

/** Mutes a conversation or request for the signed-in user alone, or no longer. */
export function MuteButton({ of, requestId = null, isOffered = true, isSign = false }: MuteButtonProps) {
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
  const name = isMuted ? t(isOfRequest ? 'Unmute request' : 'Unmute') : t('Mute');
  const shared = {
    flex: 'none',
    // A drawn tooltip would be 16 kB of every first visit of a user.
    title: t('While muted, only decisions notify you, count as unread or come by mail.'),
    onClick: () => void tellOutcome(save.mutateAsync(!isMuted), {}),
  };
  if (isSign) {
    // Without a word, it says how it is.
    const State = isMuted ? IconBellOff : IconBell;
    return (
      <ActionIcon {...shared} variant={isMuted ? 'light' : 'default'} size={44} aria-label={name}>
        <State size={20} aria-hidden />
      </ActionIcon>
    );
  }
  const Act = isMuted ? IconBell : IconBellOff;
  return (
    <Button {...shared} variant={isMuted ? 'light' : 'default'} leftSection={<Act size={18} aria-hidden />}>
      {name}
    </Button>
  );
}
