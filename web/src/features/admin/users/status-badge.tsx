import { useLanguage } from '@/shared/i18n/use-language.ts';
import { Badge } from '@mantine/core';
import { STATUS_COLORS, STATUS_LABELS, suspensionText } from './labels.ts';
import type { User } from './shown-user.ts';

/** The state of an account; for a suspension, its title has the details. */
export function StatusBadge({ user }: { user: User }) {
  const language = useLanguage();
  return (
    <Badge
      variant="dot"
      color={STATUS_COLORS[user.status]}
      miw="max-content"
      title={user.status === 'suspended' ? suspensionText(user, language) : undefined}
    >
      {language.t(STATUS_LABELS[user.status])}
    </Badge>
  );
}
