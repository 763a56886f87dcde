import { describe, expect, test } from 'vitest';
import { linkParts } from './linked-text.tsx';

const links = (text: string) => linkParts(text).flatMap(({ href }) => (href === null ? [] : [href]));
const whole = (text: string) =>
  linkParts(text)
    .map((part) => part.text)
    .join('');

describe('links in a text', () => {
  test.each([
    ['See https://example.com/a?b=1#c for more', ['https://example.com/a?b=1#c']],
    ['http://example.com', ['http://example.com/']],
    ['Two: https://a.example and https://b.example/x.', ['https://a.example/', 'https://b.example/x']],
    ['(see https://example.com/a)', ['https://example.com/a']],
    ['https://example.com/a_(b)', ['https://example.com/a_(b)']],
    ['"https://example.com/a", he said', ['https://example.com/a']],
    ['HTTPS://EXAMPLE.COM/A', ['https://example.com/A']],
    ['https://münchen.example/ä', ['https://xn--mnchen-3ya.example/%C3%A4']],
  ])('links of %j are %j', (text, expected) => {
    expect(links(text)).toEqual(expected);
    expect(whole(text)).toBe(text);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://example.com/a',
    'file:///etc/passwd',
    'www.example.com',
    'xhttps://example.com',
    'https://',
    'https://.',
    'https://bank.example@evil.example/login',
    'https://user:secret@example.com',
    'https://\u202Emoc.live',
  ])('links are absent from %j', (text) => {
    expect(links(text)).toEqual([]);
    expect(whole(text)).toBe(text);
  });

  test('a link ends where a bidirectional or invisible character begins', () => {
    expect(links('https://example.com/\u202Egpj.exe')).toEqual(['https://example.com/']);
    expect(links('https://example.com/a\u200Bb')).toEqual(['https://example.com/a']);
  });

  test('links in a very long text are found without delay', () => {
    const text = 'https://example.com/'.repeat(100) + '('.repeat(2_000);
    expect(whole(text)).toBe(text);
  });
});
