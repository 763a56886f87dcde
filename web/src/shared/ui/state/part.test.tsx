import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Part, PartItem } from './part.tsx';

const fail = () => {
  throw new Error('boom');
};

/** Elements with a key of their data that need no boundary: what stands in them has one, or they show no text of users. */
const NO_PARTS = [
  'compositions/quote-drawer-with-conversation.tsx: ConversationSection',
  'features/quotes/compare/comparison-table.tsx: td',
  'features/quotes/compare/comparison-table.tsx: th',
  'pages/account/my-posts-table.tsx: PostFormDialog',
  'pages/compare/quote-choice.tsx: Checkbox',
  'pages/demo/demo-page.tsx: Card',
  'shared/ui/data-table/data-table.tsx: DataTableRow',
  'shared/ui/legal-page/legal-page.tsx: li',
  'shared/ui/legal-page/legal-page.tsx: section',
  'shared/ui/toast/toaster.tsx: ToastCard',
  'shared/uploads/components/image-field.tsx: PendingImageTile',
];

const KEYED = /<([A-Za-z.]+)\s+key=\{(?:(?:\w+\.)+(?:id|path|clientId|\w+_id)|rowId\(row\))\}/g;

/** Each element with a key of its data, as "file: element". */
function keyedElements(): string[] {
  const root = join(process.cwd(), 'web/src');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.test)\.tsx$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(KEYED)].map(([, element]) => `${file}: ${element}`),
    );
}

test('every list of user content has an error boundary around each item', () => {
  const found = keyedElements();
  const isPart = (each: string) => /: (?:Part|PartItem)$/.test(each);
  expect(found.filter(isPart).length).toBeGreaterThanOrEqual(21);
  expect([...new Set(found.filter((each) => !isPart(each)))].sort()).toEqual(NO_PARTS);
});

describe('a part', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  test('a part that fails shows its fallback, and the parts around it stay', () => {
    render(
      <MantineProvider env="test">
        <ul>
          <PartItem>{() => 'First'}</PartItem>
          <PartItem>{fail}</PartItem>
          <Part fallback={<li>https://example.com</li>}>{fail}</Part>
        </ul>
      </MantineProvider>,
    );
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'First',
      'This part could not be shown.',
      'https://example.com',
    ]);
  });
});
