import { useEffect } from 'react';
import { Anchor, Code, List, Paper, Stack, Text, Title, Typography } from '@mantine/core';
import '@mantine/core/styles/List.css';
import '@mantine/core/styles/Typography.css';
import { useQuery } from '@tanstack/react-query';
import { AnswerTable } from '@/features/api-docs/answer-table.tsx';
import { apiDocumentQueryOptions } from '@/features/api-docs/get-api-document.ts';
import { OperationArticle } from '@/features/api-docs/operation-article.tsx';
import { PLACE_STYLE } from '@/features/api-docs/place-style.ts';
import { Prose } from '@/features/api-docs/prose.tsx';
import { ShapeTable } from '@/features/api-docs/shape-table.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import { PlaceLink } from '@/shared/ui/place-link.tsx';

/** Documentation of `/api` in English; `/api/docs` redirects here. */
export function ApiDocsPage() {
  const { t } = useLanguage();
  const { data, error, isPending, refetch } = useQuery(apiDocumentQueryOptions);
  // The anchor of an operation exists only once the document is loaded.
  useEffect(() => {
    if (data && window.location.hash !== '') document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [data]);

  return (
    <Stack gap="lg" maw={960} mx="auto">
      <NoIndex />
      <PageTitle title="Marketplace API" />
      {isPending && <SheetSkeleton label={t('Loading the calls')} />}
      {error && (
        <ErrorState title={t('The calls cannot be shown')} message={error.message} onRetry={() => void refetch()} />
      )}
      {data && (
        <Stack gap="lg" lang="en">
          <Stack gap="sm">
            {(data.info.description ?? '').split('\n\n').map((text) => (
              <Typography key={text}>
                <Prose text={text} />
              </Typography>
            ))}
            <Text>
              Version {data.info.version}.{' '}
              <Anchor href="/api/openapi.json" underline="always">
                OpenAPI 3.1 document
              </Anchor>{' '}
              · * marks what has to be sent.
            </Text>
          </Stack>
          <nav aria-label="Calls">
            <Stack gap="sm">
              {data.tags.map((tag) => (
                <div key={tag}>
                  <Text fw={600}>{tag}</Text>
                  <List listStyleType="none" withPadding={false}>
                    {data.calls
                      .filter(({ operation }) => operation.tags.includes(tag))
                      .map(({ method, path, operation }) => (
                        <List.Item key={operation.operationId}>
                          <Anchor
                            component={PlaceLink}
                            place={operation.operationId}
                            style={{ overflowWrap: 'anywhere' }}
                          >
                            <Code>
                              {method.toUpperCase()} {path}
                            </Code>
                          </Anchor>
                        </List.Item>
                      ))}
                  </List>
                </div>
              ))}
            </Stack>
          </nav>
          {data.tags.map((tag) => (
            <Stack key={tag} component="section" gap="md" aria-label={tag}>
              <Title order={2}>{tag}</Title>
              {data.calls
                .filter(({ operation }) => operation.tags.includes(tag))
                .map((call) => (
                  <OperationArticle key={call.operation.operationId} {...call} />
                ))}
            </Stack>
          ))}
          <Stack component="section" gap="md" aria-label="Shared answers">
            <Title order={2}>Shared answers</Title>
            <AnswerTable answers={data.answers} />
          </Stack>
          <Stack component="section" gap="md" aria-label="Shapes">
            <Title order={2}>Shapes</Title>
            {Object.entries(data.schemas).map(([name, schema]) => (
              <Paper key={name} component="article" id={name} tabIndex={-1} withBorder p="md" style={PLACE_STYLE}>
                <Title order={3} size="h5" mb="sm">
                  {name}
                </Title>
                <ShapeTable schema={schema} />
              </Paper>
            ))}
          </Stack>
        </Stack>
      )}
    </Stack>
  );
}
