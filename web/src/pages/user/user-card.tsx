import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { PublicProfile } from '@/features/profile/details/get-public-profile.ts';
import { ProfileCard } from '@/features/profile/details/profile-card.tsx';
import { badgesOf } from '@/features/profile/details/badges.ts';
import { ReviewButton } from '@/features/reviews/write/review-button.tsx';
import { UserRating } from '@/features/reviews/rating/user-rating.tsx';
import type { RatingBars } from '@/features/reviews/rating/rating-bars.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';

type UserCardProps = {
  profile: PublicProfile;
  /** For signed-in users only. */ rating: RatingBars | undefined;
};

/** The user at the side of their page, with a button to review them, or on the own page to edit the profile. */
export function UserCard({ profile, rating }: UserCardProps) {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const isOwn = current.status === 'user' && current.user.id === profile.id;
  const facts = rating && { averageRating: rating.average, totalReviews: rating.total };
  return (
    <ProfileCard
      profile={profile}
      badges={badgesOf({ ...profile, rating: facts })}
      rating={<UserRating userId={profile.id} />}
      isHeading
    >
      {isOwn ? (
        <Button
          component={Link}
          to={paths.profile}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t('Edit profile')}
        </Button>
      ) : (
        <ReviewButton user={profile} />
      )}
    </ProfileCard>
  );
}
