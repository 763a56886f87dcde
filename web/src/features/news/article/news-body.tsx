import type { ReactNode } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Box, Typography } from '@mantine/core';
import '@mantine/core/styles/Typography.css';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { Part } from '@/shared/ui/state/part.tsx';
import { safeLink } from './safe-link.ts';
import classes from './news-body.module.css';

function ScrollingTable({ children }: { children?: ReactNode }) {
  const { t } = useLanguage();
  return (
    <Box className={classes.table} role="region" aria-label={t('Table')} tabIndex={0}>
      <table dir="auto">{children}</table>
    </Box>
  );
}

/** Headings rank below the title of the page. Links open in a new tab, without a referrer. */
const components: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h2>{children}</h2>,
  h3: ({ children }) => <h3>{children}</h3>,
  h4: ({ children }) => <h3>{children}</h3>,
  h5: ({ children }) => <h3>{children}</h3>,
  h6: ({ children }) => <h3>{children}</h3>,
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // Wide tables scroll on their own, also by keyboard, and follow the direction of their text.
  table: ScrollingTable,
  // Read-only checkbox of a task list.
  input: ({ checked }) => <span>{checked ? '☑' : '☐'}</span>,
};

/** Tables, task lists, bare URLs. A single tilde means "about" more often than strikethrough. */
const plugins: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }]];

/** The Markdown text of a news item. HTML in it is dropped; images belong in the gallery. */
export function NewsBody({ text }: { text: string }) {
  return (
    <Typography className={classes.body} dir="auto">
      <Part fallback={<p className={classes.plain}>{text}</p>}>
        {() => (
          <Markdown
            remarkPlugins={plugins}
            components={components}
            disallowedElements={['img']}
            urlTransform={safeLink}
            skipHtml
          >
            {text}
          </Markdown>
        )}
      </Part>
    </Typography>
  );
}
