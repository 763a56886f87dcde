import { Suspense, useState } from 'react';
import { Container, Paper, Skeleton, Stack } from '@mantine/core';
import '@mantine/core/styles/Container.css';
import { useLocation } from 'react-router-dom';
import { FeedbackSent } from '@/features/feedback/send/feedback-sent.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { textAt } from '@/shared/text/text-at.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { PageTitle } from '@/shared/ui/page-title.tsx';

// Words stand before the form: its rules, pickers and uploads are three quarters of the code.
const FeedbackForm = lazyPart(async () => (await import('@/features/feedback/send/feedback-form.tsx')).FeedbackForm);

const FIELDS = ['28%', '22%', '34%', '26%', '18%'];

/** As high as the form, so that what follows does not move. */
const FormSkeleton = () => (
  <Stack gap="lg" h={619} aria-hidden>
    {FIELDS.map((width) => (
      <Stack key={width} gap="xs">
        <Skeleton height={14} width={width} />
        <Skeleton height={44} />
      </Stack>
    ))}
  </Stack>
);

/** The feedback form, for guests and users. */
export function FeedbackPage() {
  const { t } = useLanguage();
  const current = useCurrentUser();
  const { state, pathname } = useLocation();
  const [reference, setReference] = useState<string | null>(null);
  const pagePath = textAt(state, 'from') ?? pathname;
  return (
    <Container size={640} px={0}>
      <Stack gap="lg">
        <PageTitle title={t('Feedback')}>{t('Tell us what works, what does not, and what is missing.')}</PageTitle>
        <Paper withBorder shadow="xs" p={{ base: 'md', sm: 'xl' }}>
          {current.status === 'loading' && <FormSkeleton />}
          {current.status !== 'loading' &&
            (reference ? (
              <FeedbackSent reference={reference} onAgain={() => setReference(null)} />
            ) : (
              <Suspense fallback={<FormSkeleton />}>
                <FeedbackForm
                  user={current.status === 'user' ? current.user : null}
                  pagePath={pagePath}
                  onSent={setReference}
                />
              </Suspense>
            ))}
        </Paper>
      </Stack>
    </Container>
  );
}
