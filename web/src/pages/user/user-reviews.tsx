import { Button } from '@mantine/core';
import type { PublicProfile } from '@/features/profile/details/get-public-profile.ts';
import { ReceivedReviews } from '@/features/reviews/read/received-reviews.tsx';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { useRequireSignIn } from '@/shared/session/use-require-sign-in.ts';
import { EmptyState } from '@/shared/ui/state/empty-state.tsx';
import { reviewAddress } from '@/features/reviews/read/review-address.ts';
import { useAddress } from '@/shared/address/use-address.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** A user's reviews; ratings are for signed-in users. */
export function UserReviews({ profile }: { profile: PublicProfile }) {
  const { t } = useLanguage();
  const [filters, change] = useAddress(reviewAddress);
  const current = useCurrentUser();
  const requireSignIn = useRequireSignIn();
  if (current.status === 'loading') return null;
  if (current.status === 'guest') {
    return (
      <EmptyState
        title={t('Reviews are for members')}
        action={
          <Button mt="sm" onClick={() => requireSignIn(() => undefined)}>
            {t('Login')}
          </Button>
        }
      >
        {t('Please log in to see the rating of user')}
      </EmptyState>
    );
  }
  return (
    <ReceivedReviews
      userId={profile.id}
      isOwn={current.user.id === profile.id}
      filters={filters}
      onChange={(next) => change(next, { preventScrollReset: true })}
    />
  );
}
