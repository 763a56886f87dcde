import { describe, expect, test } from 'vitest';
import { csvCell, csvText, parseCsv } from './csv.ts';

describe('csvCell', () => {
  test.each(['=1+1', '+1', '-1', '@x', ' =1', '\u00a0=1', '\tplain', '\r\nplain', '＝1'])(
    'quotes %j as a plain text',
    (text) => {
      expect(csvCell(text)).toBe(`"'${text}"`);
    },
  );

  test.each(['', 'plain', '1 - 2', 'a=b', 'x@y', ' blank'])('a CSV cell leaves %j as it is', (text) => {
    expect(csvCell(text)).toBe(`"${text}"`);
  });

  test.each([
    ['Good price;=1+1', "Good price;'=1+1"],
    ['a; "-1', `a; ""'-1`],
    ['a\n- b\r\n+c', "a\n'- b\r\n'+c"],
    ["a\t'@b", "a\t''@b"],
    ['a; b = c', 'a; b = c'],
    ['\t=1', "'\t'=1"],
    ['\r\n=1', "'\r\n'=1"],
  ])('a CSV cell escapes %j where it would begin a cell of other separators', (text, cell) => {
    expect(csvCell(text)).toBe(`"${cell}"`);
  });

  test('a CSV cell doubles quotes', () => {
    expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
  });
});

describe('parseCsv', () => {
  test('the CSV parser reads what csvText writes, formulas included', () => {
    const rows = [
      ['Pattern', 'Kind'],
      ['=cmd|x', 'word'],
      ['a "b",\r\nc', ''],
      ["'quoted'", '-1'],
      ["'=1", "''=1"],
      ['\t=1', "'\r\n=1"],
      ["a;=1;'=1;''=1", 'a\n- b\n"-c"'],
      ["\n=1\n'=1", "';=1"],
    ];
    expect(parseCsv(csvText(rows)).map(({ cells }) => cells)).toEqual(rows);
  });

  test('the CSV parser gives the line that a row begins in, and skips blank lines', () => {
    expect(parseCsv('a,b\n\n"x\ny",z\r\n,\nlast')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['x\ny', 'z'] },
      { line: 6, cells: ['last'] },
    ]);
  });

  test('the CSV parser reads an empty file as no rows', () => {
    expect(parseCsv('')).toEqual([]);
  });
});
