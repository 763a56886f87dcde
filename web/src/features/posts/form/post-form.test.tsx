import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { REQUIREMENT_FIELDS } from '@domain/requirements-schema.ts';
import { PostForm } from './post-form.tsx';

// jsdom has no fonts, whose loading a growing text area waits for.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

test('the form has an input for every requirement', () => {
  const { container } = render(
    <MantineProvider env="test">
      <PostForm draftKey={null} onSend={vi.fn()} onClose={vi.fn()} hasFiles={false} />
    </MantineProvider>,
  );
  const names = [...container.querySelectorAll('input[name]')].map((input) => input.getAttribute('name') ?? '');
  expect(REQUIREMENT_FIELDS.filter((name) => !names.includes(name))).toEqual([]);
});
