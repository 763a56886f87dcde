import { expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { contactFacts } from './deal-facts.tsx';

const CONTACT = {
  companyName: 'Bob Foods',
  firstName: 'Bob',
  lastName: 'Tran',
  organization: null,
  taxCode: null,
  email: 'bob@example.com',
  phoneNumber: null,
  address: null,
  country: null,
};

test.each([
  ['Bob Foods', ['Bob Foods']],
  ['Bob Foods Ltd', ['Bob Foods', 'Bob Foods Ltd']],
])('the company Bob Foods with the organization %s reads %j', (organization, names) => {
  const facts = contactFacts({ ...CONTACT, organization }, ENGLISH);
  expect(facts.flatMap(({ value }) => (value?.startsWith('Bob Foods') ? [value] : []))).toEqual(names);
});
