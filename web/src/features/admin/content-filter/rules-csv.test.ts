import { describe, expect, test } from 'vitest';
import { ENGLISH } from '@/shared/i18n/english.ts';
import { RULES_MAX, type ContentRule } from '@domain/content-filter.ts';
import { readRulesCsv, rulesCsv } from './rules-csv.ts';

const rule: ContentRule = {
  kind: 'word',
  pattern: 'scam',
  action: 'block',
  fields: ['quote', 'review'],
  isCaseSensitive: true,
  isEnabled: false,
  isTrial: false,
};

describe('rules as CSV', () => {
  test('rules survive the CSV round trip, formulas included', () => {
    const rules: ContentRule[] = [
      rule,
      { ...rule, kind: 'regex', pattern: '=cmd|" /C calc"!A0', isCaseSensitive: false, isEnabled: true },
      { ...rule, pattern: '-1', isEnabled: true, isTrial: true },
    ];
    const text = rulesCsv(rules);
    expect(text).toContain(`"'=cmd|"" /C calc""!A0"`);
    expect(readRulesCsv(text, ENGLISH)).toEqual({
      lines: rules.map((each, index) => ({ line: index + 2, rule: each })),
      failures: [],
    });
  });

  test('rules as CSV can have their columns in any order, and can omit the switches', () => {
    expect(readRulesCsv('Pattern,fields,ACTION,kind\nscam,"quote, review",flag,word\n', ENGLISH)).toEqual({
      lines: [{ line: 2, rule: { ...rule, action: 'flag', isCaseSensitive: false, isEnabled: true } }],
      failures: [],
    });
  });

  test('rules as CSV report what is wrong with each wrong line', () => {
    const { lines, failures } = readRulesCsv(
      [
        'kind,pattern,action,fields,enabled',
        'word,scam,block,quote,yes',
        'wort,scam,block,quote,yes',
        'word,,block,quote,yes',
        `word,${'x'.repeat(101)},block,,maybe`,
      ].join('\n'),
      ENGLISH,
    );
    expect(lines.map(({ line }) => line)).toEqual([2]);
    expect(failures).toEqual([
      { line: 3, message: 'kind: Invalid input' },
      { line: 4, message: 'pattern: Pattern is required' },
      { line: 5, message: 'pattern: Pattern too long; fields: Choose at least one field; isEnabled: Invalid input' },
    ]);
  });

  test('rules as CSV need the names of their columns', () => {
    expect(readRulesCsv('word,scam', ENGLISH).failures[0]?.message).toContain('missing: kind, pattern, action, fields');
    expect(readRulesCsv('', ENGLISH).failures).toHaveLength(1);
  });

  test('rules above the most that an import takes are failures with their lines, and none is dropped', () => {
    const texts = Array.from({ length: RULES_MAX + 2 }, (_, index) => `word,word ${index},flag,quote`);
    const { lines, failures } = readRulesCsv(['kind,pattern,action,fields', ...texts].join('\n'), ENGLISH);
    expect(lines).toHaveLength(RULES_MAX);
    expect(failures).toEqual(
      [RULES_MAX + 2, RULES_MAX + 3].map((line) => ({ line, message: 'An import takes at most 2,000 rules' })),
    );
  });
});
