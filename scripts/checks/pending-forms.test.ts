import { expect, test } from 'vitest';
import { pageSources } from './project-files.mjs';

/** Inputs that save nothing: they search, filter, or only show a text. */
const SAVE_NOTHING = [
  'app/layouts/search-box.tsx',
  'features/admin/content-filter/test-box.tsx',
  'features/messages/inbox/inbox.tsx',
  'pages/account/my-posts-panel.tsx',
  'shared/ui/data-table/table-toolbar.tsx',
];

const filesWith = (pattern: RegExp) => pageSources().filter(({ text }) => pattern.test(text));
const namesOf = (files: readonly { file: string }[]) => files.map(({ file }) => file).toSorted();

test('every field of a form is read-only while the form is being submitted', () => {
  expect(namesOf(filesWith(/\buseController\(|<Controller\b/))).toEqual(['shared/form/use-field.ts']);
});

test('every form is being submitted until its save is over', () => {
  const forms = filesWith(/\buseForm[<(]/);
  expect(forms.length).toBeGreaterThan(15);
  const unawaited = forms.filter(({ text }) => /\bvoid (?:\w+\.)?(?:mutateAsync|sendOnce)\(|\bmutate\b/.test(text));
  expect(namesOf(unawaited)).toEqual([]);
});

test('every input outside of the forms is read-only while its text is being saved', () => {
  const inputs = filesWith(/<(?:TextInput|Textarea|NumberInput|PasswordInput)\b/).filter(
    ({ file }) => !file.startsWith('shared/form/'),
  );
  const editable = inputs.filter(({ text }) => !/\breadOnly\b/.test(text) && !/\buseSpokenField\b/.test(text));
  expect(namesOf(editable)).toEqual(SAVE_NOTHING);
});

test('a full browser storage fails nothing', () => {
  const unguarded = filesWith(/\blocalStorage\.setItem\(/).filter(({ text }) => !/\bcatch\b/.test(text));
  expect(namesOf(unguarded)).toEqual([]);
});
