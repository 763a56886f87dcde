import { Anchor, Text } from '@mantine/core';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { FactList, type Fact } from '@/shared/ui/fact-list.tsx';
import classes from '../facts/quotes.module.css';
import type { Contact, Delivery } from './get-deal.ts';

/** The contact data of a party as names and values. */
export function contactFacts(
  contact: Contact,
  { t, country }: Language,
): { name: string; value: string | null; href?: string | null; isWide?: boolean }[] {
  const { companyName, organization, email, phoneNumber } = contact;
  return [
    { name: t('Company name'), value: companyName },
    { name: t('Contact person'), value: [contact.firstName, contact.lastName].filter(Boolean).join(' ') },
    { name: t('Email'), value: email, href: email && `mailto:${email}`, isWide: true },
    { name: t('Phone number'), value: phoneNumber, href: phoneNumber && `tel:${phoneNumber.replace(/[^+\d]/g, '')}` },
    { name: t('Address'), value: contact.address },
    { name: t('Country'), value: contact.country && country(contact.country) },
    // Mostly the company under the same name.
    { name: t('Organization'), value: organization === companyName ? null : organization },
    { name: t('Tax code'), value: contact.taxCode },
  ];
}

/** Where to deliver, by when and on which term. */
export function deliveryFacts(delivery: Delivery, { t, country, calendarDay }: Language): Fact[] {
  const place = [delivery.address, delivery.area, delivery.country && country(delivery.country)];
  return [
    { name: t('Delivery address'), value: place.filter(Boolean).join(', '), isWide: true },
    { name: t('Port'), value: delivery.port },
    { name: t('Incoterm'), value: delivery.incoterm },
    { name: t('Needed by'), value: delivery.neededBy && calendarDay(delivery.neededBy) },
  ];
}

type ContactDataProps = {
  username: string;
  /** Null if the account is suspended or deleted. */
  contact: Contact | null;
  /** Class of the list of facts. */
  className?: string | undefined;
};

/** The contact data of a party with links to write and call, and what their profile lacks. */
export function ContactData({ username, contact, className = classes.facts }: ContactDataProps) {
  const language = useLanguage();
  const { t } = language;
  if (!contact) {
    return (
      <Text size="sm" c="dimmed">
        {t('The account of {username} is suspended or deleted.', { username })}
      </Text>
    );
  }
  const facts = contactFacts(contact, language);
  const needed = [t('Company name'), t('Contact person'), t('Phone number'), t('Address')];
  const missing = facts.filter(({ name, value }) => !value && needed.includes(name)).map(({ name }) => name);
  return (
    <>
      <FactList
        facts={facts.map(({ name, value, href, isWide = false }) => ({
          name,
          isWide,
          value:
            value && href ? (
              <Anchor href={href} inherit>
                {value}
              </Anchor>
            ) : (
              value
            ),
        }))}
        className={className}
      />
      {missing.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('{username} has not filled in: {fields}', { username, fields: missing.join(', ') })}
        </Text>
      )}
    </>
  );
}
