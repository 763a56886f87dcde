import { Anchor, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/SimpleGrid.css';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import type { ProfileValues } from '@domain/profile.ts';
import { publicProfileQueryOptions } from '@/features/profile/details/get-public-profile.ts';
import { AvatarField } from '@/features/profile/avatar/avatar-field.tsx';
import { EmailField } from '@/features/profile/email/email-field.tsx';
import { ProfileCard } from '@/features/profile/details/profile-card.tsx';
import { ProfileCardSkeleton } from '@/features/profile/details/profile-card-skeleton.tsx';
import { ProfileForm } from '@/features/profile/details/profile-form.tsx';
import { badgesOf } from '@/features/profile/details/badges.ts';
import { userRatingQueryOptions } from '@/features/reviews/rating/get-user-rating.ts';
import { UserRating } from '@/features/reviews/rating/user-rating.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import type { CurrentUser } from '@/shared/session/current-user.ts';
import { originOf } from '@/shared/session/sign-in-origin.ts';

/** The Profile tab: avatar, username, email, the form, and a preview of the public profile. */
export function ProfilePanel({ user, isShown }: { user: CurrentUser; isShown: boolean }) {
  const { t, rich } = useLanguage();
  const location = useLocation();
  return (
    <ProfileForm user={user} isShown={isShown} renderAside={(values) => <PublicPreview user={user} values={values} />}>
      <AvatarField user={user} />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          variant="filled"
          label={t('Username')}
          value={user.username}
          readOnly
          description={rich('{contact} to change it', {
            contact: (
              <Anchor component={Link} to={paths.feedback} state={originOf(location)} inherit underline="always">
                {t('Contact support')}
              </Anchor>
            ),
          })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <EmailField user={user} />
      </SimpleGrid>
    </ProfileForm>
  );
}

function PublicPreview({ user, values }: { user: CurrentUser; values: ProfileValues }) {
  const { t } = useLanguage();
  const { data: profile } = useQuery(publicProfileQueryOptions(user.id));
  const { data: rating } = useQuery(userRatingQueryOptions(user.id));
  if (!profile) return <ProfileCardSkeleton />;
  return (
    <>
      <Text size="sm" fw={550}>
        {t('Public preview')}
      </Text>
      <ProfileCard
        profile={{
          username: user.username,
          avatarPath: user.avatarPath,
          companyName: values.companyName ?? '',
          country: values.country ?? '',
          bio: values.bio ?? '',
          createdAt: profile.createdAt,
        }}
        badges={badgesOf({ ...profile, rating })}
        rating={<UserRating userId={user.id} />}
      >
        <Group gap="md">
          <Anchor component={Link} to={paths.user(user.id)} size="sm">
            {t('Public page')}
          </Anchor>
          <Anchor component={Link} to={paths.myReviews} size="sm">
            {t('My reviews')}
          </Anchor>
        </Group>
      </ProfileCard>
    </>
  );
}
