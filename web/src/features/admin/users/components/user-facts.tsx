import type { ReactNode } from 'react';
import { countryName } from '@domain/countries.ts';
import { Time } from '@/shared/ui/time.tsx';
import type { User } from '../user.ts';
import classes from './admin-users.module.css';

/** What the user told of themselves, and what is counted. */
export function UserFacts({ user }: { user: User }) {
  const facts: readonly [name: string, value: ReactNode][] = [
    ['Name', user.name],
    ['Email', user.isVerified ? 'Verified' : 'Not verified'],
    ['Phone', user.phoneNumber],
    ['Country', user.country && countryName(user.country)],
    ['Company', user.companyName],
    ['Organization', user.organization],
    ['Tax code', user.taxCode],
    ['Address', user.address],
    ['Posts', String(user.postCount)],
    ['Quotes sent', String(user.quoteCount)],
    ['Rating', user.ratingAverage === null ? null : `${user.ratingAverage.toFixed(1)} (${user.ratingCount})`],
    ['Registered', <Time key="registered" iso={user.createdAt} />],
    ['Last seen', user.lastSeenAt && <Time key="seen" iso={user.lastSeenAt} />],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ) : null,
      )}
      {user.bio && (
        <div className={classes.wide}>
          <dt>About</dt>
          <dd dir="auto">{user.bio}</dd>
        </div>
      )}
    </dl>
  );
}
