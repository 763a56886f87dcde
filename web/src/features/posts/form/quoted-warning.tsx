import { useQuery } from '@tanstack/react-query';
import { msg } from '@/shared/i18n/msg.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { suppliersQueryOptions } from './count-suppliers.ts';
import classes from '../card/hidden-banner.module.css';

const CONSEQUENCE = {
  edit: msg('Their quotes stay as they are. They are told of the change and see the old beside the new.'),
  delete: msg(
    'They keep their quotes and the messages, under the title of the request, but nothing more can be written there.',
  ),
};

type QuotedWarningProps = { postId: number; isDeleting?: boolean };

/**
 * Warns before an own post is changed or deleted: how many suppliers quoted on it, and what happens to their quotes.
 */
export function QuotedWarning({ postId, isDeleting = false }: QuotedWarningProps) {
  const { t, plural } = useLanguage();
  const { data: count } = useQuery(suppliersQueryOptions(postId));
  if (!count) return null;
  return (
    <div
      className={classes.banner}
      role="note"
      style={isDeleting ? { marginBlockStart: 'var(--mantine-spacing-md)' } : undefined}
    >
      <span>
        {plural(count, {
          one: 'One supplier has quoted on this request.',
          other: '{n} suppliers have quoted on this request.',
        })}{' '}
        {t(CONSEQUENCE[isDeleting ? 'delete' : 'edit'])}
      </span>
    </div>
  );
}
