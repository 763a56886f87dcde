import { useLanguage } from '@/shared/i18n/use-language.ts';
import { averageText } from '@/shared/text/average-text.ts';
import { FactList, type Fact } from '@/shared/ui/fact-list.tsx';
import { Time } from '@/shared/ui/time.tsx';
import type { User } from '../shown-user.ts';
import classes from '../admin-users.module.css';

/** A user's profile and counters. */
export function UserFacts({ user }: { user: User }) {
  const language = useLanguage();
  const { t, country } = language;
  const facts: readonly Fact[] = [
    { name: t('Name'), value: user.name },
    { name: t('Email'), value: user.isVerified ? t('Verified') : t('Not verified') },
    { name: t('Phone'), value: user.phoneNumber },
    { name: t('Country'), value: user.country && country(user.country) },
    { name: t('Company'), value: user.companyName },
    { name: t('Organization'), value: user.organization },
    { name: t('Tax code'), value: user.taxCode },
    { name: t('Address'), value: user.address },
    { name: t('Posts'), value: String(user.postCount) },
    { name: t('Quotes sent'), value: String(user.quoteCount) },
    {
      name: t('Rating'),
      value: user.ratingAverage === null ? null : `${averageText(user.ratingAverage, language)} (${user.ratingCount})`,
    },
    { name: t('Registered'), value: <Time iso={user.createdAt} /> },
    { name: t('Last seen'), value: user.lastSeenAt && <Time iso={user.lastSeenAt} /> },
    { name: t('About'), value: user.bio, isWide: true },
  ];
  return <FactList facts={facts} className={classes.facts} />;
}
