import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { NotAvailable } from '@/shared/ui/state/not-available.tsx';

/** For unknown, deleted or hidden posts. */
export function PostNotAvailable() {
  const { t } = useLanguage();
  return (
    <NotAvailable
      title={t('This post is not available')}
      action={
        <Button component={Link} to={paths.home} mt="xs">
          {t('Back to posts')}
        </Button>
      }
    >
      {t('It may have been hidden or deleted.')}
    </NotAvailable>
  );
}
