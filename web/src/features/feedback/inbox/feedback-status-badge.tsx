import { Badge } from '@mantine/core';
import { FEEDBACK_STATUSES } from '@domain/feedback.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import type { Feedback } from './shown-feedback.ts';

const COLORS = { new: 'brand', in_progress: 'yellow', resolved: 'teal', spam: 'gray' } as const;

/** The status of feedback as a coloured word. */
export function FeedbackStatusBadge({ status }: Pick<Feedback, 'status'>) {
  const { t } = useLanguage();
  return (
    <Badge variant="dot" color={COLORS[status]} miw="max-content">
      {t(FEEDBACK_STATUSES.find(({ value }) => value === status)?.label ?? '')}
    </Badge>
  );
}
