import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { NotAvailable } from '@/shared/ui/state/not-available.tsx';

/** For unknown, unpublished or invalid ids. */
export function NewsNotFound() {
  const { t } = useLanguage();
  return (
    <NotAvailable
      title={t('News item not found')}
      action={
        <Button component={Link} to={paths.news} mt="xs">
          {t('Back to News / Events')}
        </Button>
      }
    >
      {t('It may have been removed.')}
    </NotAvailable>
  );
}
