import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test, vi } from 'vitest';
import { REQUIREMENT_FIELDS } from '@domain/requirements-schema.ts';
import { valuesOf, type PostValues, type ValidPost } from './post-values.ts';
import { RequirementFields } from './requirement-fields.tsx';

function Form() {
  const form = useForm<PostValues, unknown, ValidPost>({ defaultValues: valuesOf(undefined, []) });
  return <RequirementFields form={form} disabled={false} hasDocuments={false} onUploadingChange={vi.fn()} />;
}

test('the form has an input for every requirement', () => {
  const { container } = render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  );
  const names = [...container.querySelectorAll('input[name]')].map((input) => input.getAttribute('name'));
  expect(names.toSorted()).toEqual(REQUIREMENT_FIELDS.toSorted());
});
