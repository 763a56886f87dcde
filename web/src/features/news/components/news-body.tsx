import type { ReactNode } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Box, Typography } from '@mantine/core';
import '@mantine/core/styles/Typography.css';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { Part } from '@/shared/ui/state/part.tsx';
import { safeLink } from '../safe-link.ts';
import classes from './news-body.module.css';

function ScrollingTable({ children }: { children?: ReactNode }) {
  const { t } = useLanguage();
  return (
    <Box className={classes.table} role="region" aria-label={t('Table')} tabIndex={0}>
      <table dir="auto">{children}</table>
    </Box>
  );
}

/** Headings of the text stand below the title of the page; links open elsewhere and learn nothing of where they were. */
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
  // A wide table scrolls by itself, by keyboard too, and runs in the direction of its own text.
  table: ScrollingTable,
  // The box of a task list, which nobody can tick here.
  input: ({ checked }) => <span>{checked ? '☑' : '☐'}</span>,
};

/** Tables, task lists, bare addresses; one tilde means "about" more often than it strikes out. */
const plugins: Options['remarkPlugins'] = [[remarkGfm, { singleTilde: false }]];

/** The text of a news item: Markdown, of whose HTML nothing becomes part of the page. Pictures belong into the gallery. */
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
