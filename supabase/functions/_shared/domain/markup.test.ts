import { expect, test } from 'vitest';
import { escapeHtml, escapeXml } from './markup.ts';

test('text is escaped for HTML and XML', () => {
  for (const escape of [escapeHtml, escapeXml])
    expect(escape(`<a title="O'Neil">R&D</a>`)).toBe('&lt;a title=&quot;O&#39;Neil&quot;&gt;R&amp;D&lt;/a&gt;');
});

test('XML loses the characters that it forbids, and keeps all others', () => {
  const kept = '\t\n\r \ud7ff\ue000\ufffd\u{10000}\u{10ffff}';
  expect(escapeXml(`\0\b\v\f\u001f\udfff${kept}\ud800\ufffe\uffff`)).toBe(kept);
});
