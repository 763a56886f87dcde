import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { textOf } from './plain-text-mail.ts';

it('says what the HTML says, with the address behind each link', () => {
  const html = readFileSync(new URL('../templates/recovery.html', import.meta.url), 'utf8').replaceAll('{{ .SiteURL }}', 'https://x.example');
  const text = textOf(html);
  expect(text).toMatch(/^Marketplace Platform\n\nReset your password\n\n/);
  expect(text).toContain('\n\nReset password: https://x.example/reset-password?token={{ .TokenHash }}\n\n');
  expect(text).not.toMatch(/[<>]|\n\n\n|font-size/);
});

it('decodes what HTML escapes', () => {
  expect(textOf('<p>Tom &amp; Jerry: <a href="https://x/?a=1&amp;b=2">https://x/?a=1&amp;b=2</a></p>')).toBe(
    'Tom & Jerry: https://x/?a=1&b=2',
  );
});
