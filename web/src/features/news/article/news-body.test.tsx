import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { NewsBody } from './news-body.tsx';

const show = (text: string) =>
  render(
    <MantineProvider>
      <NewsBody text={text} />
    </MantineProvider>,
  ).container;

describe('the text of a news item', () => {
  test('the text of a news item shows Markdown, with headings below the page title', () => {
    show('# Opening\n\nOn **Monday**:\n\n- coffee\n- [programme](https://example.com/a?b=c)\n\n#### Later');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Opening');
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Later');
    expect(screen.getByText('Monday').tagName).toBe('STRONG');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    const link = screen.getByRole('link', { name: 'programme' });
    expect(link.getAttribute('href')).toBe('https://example.com/a?b=c');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
  });

  test('the text of a news item shows a table that scrolls by itself and runs in the direction of its text', () => {
    show('| Port | Fee |\n| --- | ---: |\n| Haifa | **12** |\n| Jaffa | [ask](javascript:alert(1)) |');
    const table = screen.getByRole('table');
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Port', 'Fee']);
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Haifa', '12', 'Jaffa', 'ask']);
    expect(table.getAttribute('dir')).toBe('auto');
    expect(table.querySelectorAll('[href]')).toHaveLength(0);
    expect(table.closest('[role=region]')?.getAttribute('tabindex')).toBe('0');
  });

  test('the text of a news item keeps one tilde as it is, and the box of a task list as text', () => {
    const page = show('from ~5~ to ~6 t\n\n- [x] paid\n- [ ] sent');
    expect(page.textContent).toContain('from ~5~ to ~6 t');
    expect(page.querySelectorAll('input, del')).toHaveLength(0);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['☑ paid', '☐ sent']);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.com',
    '/account',
    'irc://example.com',
  ])('the text of a news item makes no link of %s', (address) => {
    const page = show(`[click](<${address}>) [click](${address})\n\n<${address}>`);
    expect(page.querySelectorAll('[href], [src]')).toHaveLength(0);
  });

  test('the text of a news item links mailboxes', () => {
    show('[write](mailto:fair@example.com)');
    expect(screen.getByRole('link').getAttribute('href')).toBe('mailto:fair@example.com');
  });

  test('the text of a news item brings no HTML and no images into the page', () => {
    const page = show(
      'before <script>window.evil = 1</script><img src=x onerror="window.evil = 1"> <b onclick="x()">bold</b> after\n\n' +
        '<iframe src="https://example.com"></iframe>\n\n<svg onload="x()"></svg>\n\n![pixel](https://example.com/p.gif)\n\n' +
        '<style>* { display: none }</style>',
    );
    expect(page.querySelectorAll('script, img, iframe, svg, style, b, [onclick], [onload]')).toHaveLength(
      // Mantine's own sheet.
      page.querySelectorAll('style[data-mantine-styles]').length,
    );
    expect(page.textContent).toContain('before');
    expect(page.textContent).toContain('after');
  });
});
