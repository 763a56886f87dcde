import { Badge, VisuallyHidden } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';

/** Badge with a number of unread messages; renders nothing for zero. */
export function UnreadBadge({ count }: { count: number }) {
  const { t } = useLanguage();
  if (count === 0) return null;
  return (
    <Badge size="sm" variant="filled" color="red.8" miw={20} px={6} data-unread={count}>
      {count}
      <VisuallyHidden> {t('unread')}</VisuallyHidden>
    </Badge>
  );
}
