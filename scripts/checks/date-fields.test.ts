import { expect, test } from 'vitest';
import { pageSources } from './project-files.mjs';

/** Where the native field is, whose empty value can be half a date. */
const FIELD = 'shared/form/date-input.tsx';
const NATIVE = /\btype\s*[=:?][^\n]*['"](date|datetime-local|month|time|week)['"]/g;
const USE = /<(DateField|DateInput)\b/g;

test('every field for a day or a time is the one that refuses half a date', () => {
  let fields = 0;
  for (const { file, text } of pageSources().filter((each) => each.file.endsWith('.tsx'))) {
    fields += [...text.matchAll(USE)].length;
    if (file === FIELD) continue;
    for (const { 0: found, index } of text.matchAll(NATIVE)) {
      const element = /<([A-Z]\w*)(?![\s\S]*<[A-Z])/.exec(text.slice(0, index))?.[1];
      expect(['DateField', 'DateInput'], `${file}: ${found}`).toContain(element);
    }
  }
  expect(fields).toBeGreaterThanOrEqual(17);
});
