import { useState } from 'react';
import { Container, Paper, Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Container.css';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';
import { FeedbackForm } from '@/features/feedback/send/feedback-form.tsx';
import { FeedbackSent } from '@/features/feedback/send/feedback-sent.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

const originState = z.object({ from: z.string() });

/** The feedback form, for guests and users. */
export function FeedbackPage() {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const { state, pathname } = useLocation();
  const [reference, setReference] = useState<string | null>(null);
  const pagePath = originState.safeParse(state).data?.from ?? pathname;
  return (
    <Container size={640} px={0}>
      <Stack gap="lg">
        <PageTitle title={t('Feedback')}>{t('Tell us what works, what does not, and what is missing.')}</PageTitle>
        <Paper withBorder shadow="xs" p={{ base: 'md', sm: 'xl' }}>
          {current.status === 'loading' && <Skeleton height={420} />}
          {current.status !== 'loading' &&
            (reference ? (
              <FeedbackSent reference={reference} onAgain={() => setReference(null)} />
            ) : (
              <FeedbackForm
                user={current.status === 'user' ? current.user : null}
                pagePath={pagePath}
                onSent={setReference}
              />
            ))}
        </Paper>
      </Stack>
    </Container>
  );
}
