import { describe, expect, test } from 'vitest';
import { refusalOfJson } from './json-limits.ts';

const LIMITS = { values: 10, depth: 3, name: 5 };
const refusal = (body: string) => refusalOfJson(new TextEncoder().encode(body), LIMITS);

describe('limits of JSON', () => {
  test.each([
    ['no body', ''],
    ['ten values', '[1,2,3,4,5,6,7,8,9]'],
    ['three levels', '{"a":[{"b":1}]}'],
    ['signs within a text', '{"a":"[[[[,,,,,,,,,,,{{{{:"}'],
    ['an escaped quotation mark before signs', '{"a":"\\"[[[[,,,,,,,,,,,"}'],
    ['an escaped backslash at the end of a text', '{"a":"\\\\","b":"[[[["}'],
    ['a long text that is no name', '{"a":"aaaaaaaaaaaaaaaaaaaaaaaaa","b":1}'],
    ['a name of five bytes', '{"aaaaa":1}'],
    ['levels one after the other', '[[],[],[],[]]'],
    ['a text of ten thousand brackets', `{"a":"${'['.repeat(10_000)}"}`],
    ['many commas in many texts', `["${','.repeat(9_999)}","${','.repeat(9_999)}"]`],
    ['a text of many other escapes', `["${'\\u0041'.repeat(10_001)}"]`],
    ['a text without an end', '{"a'],
    ['a backslash at the end', '"\\'],
  ])('%s is parsed', (_what, body) => {
    expect(refusal(body)).toBeUndefined();
  });

  test.each([
    ['an eleventh value', '[1,2,3,4,5,6,7,8,9,10]', 'More than 10 values are not accepted'],
    ['lists without values', '[[],[],[],[],[],[]]', 'More than 10 values are not accepted'],
    ['a fourth level', '[[[[', 'More than 3 levels of JSON are not accepted'],
    ['a fourth level of objects', '{"a":{"a":{"a":{', 'More than 3 levels of JSON are not accepted'],
    ['a name of six bytes', '{"aaaaaa":1}', 'Names of more than 5 bytes are not accepted'],
    ['a name of two letters with six bytes', '{"ạế":1}', 'Names of more than 5 bytes are not accepted'],
    ['an escaped name', '{"\\u0061":1}', 'Names of more than 5 bytes are not accepted'],
    ['a long name before a blank', '{"aaaaaa" \n:1}', 'Names of more than 5 bytes are not accepted'],
  ])('%s is refused', (_what, body, message) => {
    expect(refusal(body)).toBe(message);
  });

  test.each(['[', '{', ',', '\\u005b', '\\u005B', '\\u007b', '\\u007B', '\\u002c', '\\u002C', '\\"[', '],'])(
    'a text that repeats %s more than ten thousand times is refused, also as a name',
    (sign) => {
      const text = sign.repeat(10_001);
      for (const body of [`"${text}"`, `{"a":"${text}"}`, `{"${text}":1}`, `"${text}`])
        expect(refusal(body)).toBe('More than 10000 brackets and commas in a text are not accepted');
    },
  );
});
