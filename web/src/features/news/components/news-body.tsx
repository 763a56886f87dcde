import Markdown, { type Components } from 'react-markdown';
import { Typography } from '@mantine/core';
import '@mantine/core/styles/Typography.css';
import { safeLink } from '../lib/safe-link.ts';
import classes from './news-body.module.css';

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
};

/** The text of a news item: Markdown, of whose HTML nothing becomes part of the page. Pictures belong into the gallery. */
export function NewsBody({ text }: { text: string }) {
  return (
    <Typography className={classes.body} dir="auto">
      <Markdown components={components} disallowedElements={['img']} urlTransform={safeLink} skipHtml>
        {text}
      </Markdown>
    </Typography>
  );
}
