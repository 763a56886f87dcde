import { countryName } from '@domain/countries.ts';
import { FactList, type Fact } from '@/shared/ui/fact-list.tsx';
import { Time } from '@/shared/ui/time.tsx';
import type { User } from '../user.ts';
import classes from './admin-users.module.css';

/** What the user told of themselves, and what is counted. */
export function UserFacts({ user }: { user: User }) {
  const facts: readonly Fact[] = [
    { name: 'Name', value: user.name },
    { name: 'Email', value: user.isVerified ? 'Verified' : 'Not verified' },
    { name: 'Phone', value: user.phoneNumber },
    { name: 'Country', value: user.country && countryName(user.country) },
    { name: 'Company', value: user.companyName },
    { name: 'Organization', value: user.organization },
    { name: 'Tax code', value: user.taxCode },
    { name: 'Address', value: user.address },
    { name: 'Posts', value: String(user.postCount) },
    { name: 'Quotes sent', value: String(user.quoteCount) },
    {
      name: 'Rating',
      value: user.ratingAverage === null ? null : `${user.ratingAverage.toFixed(1)} (${user.ratingCount})`,
    },
    { name: 'Registered', value: <Time iso={user.createdAt} /> },
    { name: 'Last seen', value: user.lastSeenAt && <Time iso={user.lastSeenAt} /> },
    { name: 'About', value: user.bio, isWide: true },
  ];
  return <FactList facts={facts} className={classes.facts} />;
}
