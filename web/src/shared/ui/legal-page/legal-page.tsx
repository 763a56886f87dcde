import { lazy, Suspense, useDeferredValue, useLayoutEffect, type ComponentType, type ReactNode } from 'react';
import { Anchor, Paper, Text, Title } from '@mantine/core';
import type { Locale } from '@domain/locale.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { loadCode } from '@/shared/lazy/load-code.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { PlaceLink } from '@/shared/ui/place-link.tsx';
import { LateSpinner } from '@/shared/ui/state/late-spinner.tsx';
import classes from './legal-page.module.css';

/** A numbered chapter; its `id` is the anchor, the same in every language. */
type LegalSection = { id: string; title: string; body: ReactNode };

/** A legal text in one language. */
export type LegalDocument = { locale: Locale; title: string; intro: ReactNode; sections: readonly LegalSection[] };

type DocumentProps = { version: string };

const LONG_DAY = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

/** A dated, printable document with a table of contents and numbered, linkable headings. */
function DocumentPage({
  version,
  document: { locale, title, intro, sections },
}: DocumentProps & { document: LegalDocument }) {
  const { t, rich, date } = useLanguage();
  // If the text loaded after the page, the browser found no chapter to scroll to.
  useLayoutEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className={classes.layout}>
      <div className={classes.title}>
        <PageTitle title={title}>
          {rich('Version {version}, in force since {day}', {
            version,
            day: <time dateTime={version}>{date(version, LONG_DAY)}</time>,
          })}
        </PageTitle>
      </div>
      <nav className={classes.contents} aria-label={t('Table of contents')}>
        <Text fw={600} size="sm" mb="xs">
          {t('Contents')}
        </Text>
        <ol lang={locale}>
          {sections.map((section) => (
            <li key={section.id}>
              <PlaceLink place={section.id}>{section.title}</PlaceLink>
            </li>
          ))}
        </ol>
      </nav>
      <Paper component="article" lang={locale} withBorder p={{ base: 'md', sm: 'xl' }} className={classes.article}>
        <div className={classes.prose}>
          {intro}
          {sections.map((section, index) => (
            <section key={section.id} id={section.id} tabIndex={-1} aria-labelledby={`${section.id}-title`}>
              <Title order={2} id={`${section.id}-title`} className={classes.heading}>
                {index + 1}. {section.title}{' '}
                <Anchor
                  component={PlaceLink}
                  place={section.id}
                  className={classes.permalink}
                  aria-label={t('Link to {title}', { title: section.title })}
                >
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

/** A legal text in a language other than English, loaded when it is first shown. */
export function lazyDocument(load: () => Promise<LegalDocument>): ComponentType<DocumentProps> {
  return lazy(async () => {
    const document = await loadCode(load);
    return { default: ({ version }: DocumentProps) => <DocumentPage version={version} document={document} /> };
  });
}

type LegalPageProps = {
  /** ISO day on which it came into force, for all languages. */
  version: string;
  english: LegalDocument;
  /** Other languages show the English text. */
  translations: Partial<Record<Locale, ComponentType<DocumentProps>>>;
};

/** A legal text in the language of the page. */
export function LegalPage({ version, english, translations }: LegalPageProps) {
  // Keeps the current text on screen until the other language has loaded.
  const locale = useDeferredValue(useLanguage().locale);
  const Translation = translations[locale];
  return (
    <Suspense
      fallback={
        <div data-stand-in>
          <LateSpinner />
        </div>
      }
    >
      {Translation ? <Translation version={version} /> : <DocumentPage version={version} document={english} />}
    </Suspense>
  );
}
