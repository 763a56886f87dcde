import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { newFeedbackCountQueryOptions } from './count-new-feedback.ts';

/** Badge with the number of new feedback entries in the admin navigation; hidden at zero. */
export function NewFeedbackCount() {
  const { t } = useLanguage();
  const { data = 0 } = useQuery(newFeedbackCountQueryOptions);
  if (data === 0) return null;
  return (
    <Badge size="sm" variant="filled" miw={22} px={6} ml="auto" aria-label={t('{n} new', { n: data })}>
      {data > 99 ? '99+' : data}
    </Badge>
  );
}
