import { useState } from 'react';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { PostSearchInputContext } from '@/shared/search/search-input.ts';
import { usePostSearch } from '@/shared/search/use-post-search.ts';
import { FeedTools } from './feed-tools.tsx';

function Tools() {
  const { pathname, search } = useLocation();
  return (
    <>
      <FeedTools search={usePostSearch()} isCompact={false} onCompact={() => {}} />
      <output>{pathname + search}</output>
    </>
  );
}

function Page() {
  const [input, setInput] = useState('');
  return (
    <PostSearchInputContext value={{ input, setInput }}>
      <Tools />
    </PostSearchInputContext>
  );
}

const open = (address: string) =>
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={[address]}>
        <Page />
      </MemoryRouter>
    </MantineProvider>,
  );
const sort = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
const chosen = () => sort().selectedOptions[0]?.textContent;
const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const address = () => screen.getByRole('status').textContent;

test('a search is sorted by relevance first; the address keeps another order, on page 1', async () => {
  const user = userEvent.setup();
  open('/?q=chairs&page=3');
  expect(offered()).toEqual(['Relevance', 'Newest', 'Fewest quotes', 'Closing first']);
  expect(chosen()).toBe('Relevance');
  await user.selectOptions(sort(), 'Newest');
  expect(address()).toBe('/?q=chairs&sort=newest');
  expect(chosen()).toBe('Newest');
  await user.selectOptions(sort(), 'Fewest quotes');
  expect(address()).toBe('/?q=chairs&sort=fewest_quotes');
  await user.selectOptions(sort(), 'Relevance');
  expect(address()).toBe('/?q=chairs');
});

test('a feed without a search has no relevance and is sorted newest first', async () => {
  const user = userEvent.setup();
  open('/?sort=newest');
  expect(offered()).toEqual(['Newest', 'Fewest quotes', 'Closing first']);
  expect(chosen()).toBe('Newest');
  await user.selectOptions(sort(), 'Fewest quotes');
  await user.selectOptions(sort(), 'Newest');
  expect(address()).toBe('/');
});

test('the order in the address of a search is shown', () => {
  open('/?q=chairs&sort=newest');
  expect(chosen()).toBe('Newest');
});

test('[A737] requests that close first are an order of any feed', async () => {
  const user = userEvent.setup();
  open('/?open=1&closing=7&page=2');
  await user.selectOptions(sort(), 'Closing first');
  expect(address()).toBe('/?open=1&closing=7&sort=closing');
  expect(chosen()).toBe('Closing first');
});
