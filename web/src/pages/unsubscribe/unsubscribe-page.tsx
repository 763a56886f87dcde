import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { INVALID_MAIL_LINK } from '@domain/mail-choices.ts';
import { mailChoicesQueryOptions } from '@/features/profile/mail-choices/get-mail-choices.ts';
import { MailChoicesForm } from '@/features/profile/mail-choices/mail-choices-form.tsx';
import { AppError } from '@/shared/errors/app-error.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { ErrorState } from '@/shared/ui/state/error-state.tsx';
import { SheetSkeleton } from '@/shared/ui/state/sheet-skeleton.tsx';
import { NarrowCard } from '@/shared/ui/narrow-card.tsx';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';

/** Target of the unsubscribe links in mails. Opening the page changes nothing; that takes a button press. */
export function UnsubscribePage() {
  const { t, message } = useLanguage();
  const [params] = useSearchParams();
  const token = params.get('token') ?? '';
  const { data, error, isPending, refetch } = useQuery(mailChoicesQueryOptions(token));
  const isInvalid = error instanceof AppError && error.status < 500 && error.status >= 400;
  return (
    <NarrowCard>
      <NoIndex />
      <Stack gap="lg">
        <PageTitle title={isInvalid ? message(INVALID_MAIL_LINK) : t('Your mails')} />
        {isPending && <SheetSkeleton label={t('Loading your choices')} />}
        {isInvalid && (
          <Stack gap="md" align="flex-start">
            <Text>{t('Open it once more from the mail, as a whole.')}</Text>
            <Button component={Link} to={paths.home}>
              {t('Home')}
            </Button>
          </Stack>
        )}
        {error && !isInvalid && (
          <ErrorState
            title={t('Your choices cannot be shown')}
            message={error.message}
            onRetry={() => void refetch()}
          />
        )}
        {data && <MailChoicesForm token={token} stored={data} />}
      </Stack>
    </NarrowCard>
  );
}
