import type { ReactNode } from 'react';
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconBuilding, IconCalendar, IconMapPin } from '@tabler/icons-react';
import { toCountryCode } from '@domain/countries.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { UserAvatar } from '@/shared/ui/user-avatar.tsx';
import type { PublicProfile } from './get-public-profile.ts';
import classes from './profile-card.module.css';

type ProfileCardProps = {
  profile: Omit<PublicProfile, 'id' | 'postCount'>;
  badges: readonly string[];
  /** One-line rating. */
  rating: ReactNode;
  /** Whether the name is the heading of the page. */
  isHeading?: boolean;
  children?: ReactNode;
};

/** The public view of a user: avatar, name, company, country, bio, member since, badges, rating. */
export function ProfileCard({ profile, badges, rating, isHeading = false, children }: ProfileCardProps) {
  const { t, date, country: countryName } = useLanguage();
  const { username, avatarPath, companyName, country, bio, createdAt } = profile;
  return (
    <Paper withBorder shadow="xs" p="lg">
      <Stack gap="md">
        <Group gap="md" wrap="nowrap">
          <UserAvatar username={username} avatarPath={avatarPath} size={72} imageProps={{ width: 72, height: 72 }} />
          <Stack gap={4} miw={0}>
            <Title order={isHeading ? 1 : 3} size="h2" className={classes.name}>
              {username}
            </Title>
            {rating}
          </Stack>
        </Group>
        {badges.length > 0 && (
          <Group gap={6}>
            {badges.map((badge) => (
              <Badge key={badge} variant="light">
                {t(badge)}
              </Badge>
            ))}
          </Group>
        )}
        <ul className={classes.facts}>
          {companyName && (
            <li>
              <IconBuilding size={18} stroke={1.7} aria-hidden />
              <span dir="auto">{companyName}</span>
            </li>
          )}
          {country && (
            <li>
              <IconMapPin size={18} stroke={1.7} aria-hidden />
              <span dir="auto">{countryName(toCountryCode(country))}</span>
            </li>
          )}
          <li>
            <IconCalendar size={18} stroke={1.7} aria-hidden />
            <span>{t('Member since {date}', { date: date(createdAt, { month: 'long', year: 'numeric' }) })}</span>
          </li>
        </ul>
        {bio && (
          <Text size="sm" className={classes.bio}>
            {bio}
          </Text>
        )}
        {children}
      </Stack>
    </Paper>
  );
}
