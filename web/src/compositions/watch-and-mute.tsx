import { MuteButton } from '@/features/mutes/mute-button.tsx';
import { WatchButton } from '@/features/posts/watch/watch-button.tsx';

/** Watches a request, and mutes it: for its owner and for those who watch it. */
export function WatchAndMute({ postId, isOwn }: { postId: number; isOwn: boolean }) {
  return (
    <WatchButton
      postId={postId}
      isOwn={isOwn}
      renderMute={(isNotified) => <MuteButton of={{ postId }} isOffered={isNotified} />}
    />
  );
}
