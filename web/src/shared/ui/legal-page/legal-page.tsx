import type { ReactNode } from 'react';
import { Anchor, Paper, Text, Title } from '@mantine/core';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import classes from './legal-page.module.css';

/** One numbered chapter; its `id` is the anchor. */
export type DocumentSection = { id: string; title: string; body: ReactNode };

type DocumentPageProps = { title: string; version: string; intro: ReactNode; sections: readonly DocumentSection[] };

const longDate = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A dated, printable document with a table of contents and numbered, linkable headings. `version` is the ISO day it came into force. */
export function DocumentPage({ title, version, intro, sections }: DocumentPageProps) {
  return (
    <div className={classes.layout}>
      <div className={classes.title}>
        <PageTitle title={title}>
          Version {version}, in force since <time dateTime={version}>{longDate.format(new Date(version))}</time>
        </PageTitle>
      </div>
      <nav className={classes.contents} aria-label="Table of contents">
        <Text fw={600} size="sm" mb="xs">
          Contents
        </Text>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <Paper component="article" withBorder p={{ base: 'md', sm: 'xl' }} className={classes.article}>
        <div className={classes.prose}>
          {intro}
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
              <Title order={2} id={`${section.id}-title`} className={classes.heading}>
                {index + 1}. {section.title}{' '}
                <Anchor href={`#${section.id}`} className={classes.permalink} aria-label={`Link to ${section.title}`}>
                  #
                </Anchor>
              </Title>
              {section.body}
            </section>
          ))}
        </div>
      </Paper>
    </div>
  );
}
