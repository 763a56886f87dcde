import { useQuery } from '@tanstack/react-query';
import { suppliersQueryOptions } from '../api/count-suppliers.ts';
import classes from './hidden-banner.module.css';

const CONSEQUENCE = {
  edit: 'Their quotes stay as they are. They are told of the change and see the old beside the new.',
  delete:
    'They keep their quotes and the messages, under the title of the request, but nothing more can be written there.',
};

type QuotedWarningProps = { postId: number; isDeleting?: boolean };

/** Says before an own post is changed or deleted how many suppliers have quoted on it, and what becomes of their quotes. */
export function QuotedWarning({ postId, isDeleting = false }: QuotedWarningProps) {
  const { data: count } = useQuery(suppliersQueryOptions(postId));
  if (!count) return null;
  return (
    <div
      className={classes.banner}
      role="note"
      style={isDeleting ? { marginBlockStart: 'var(--mantine-spacing-md)' } : undefined}
    >
      <span>
        {count === 1 ? 'One supplier has' : `${count} suppliers have`} quoted on this request.{' '}
        {CONSEQUENCE[isDeleting ? 'delete' : 'edit']}
      </span>
    </div>
  );
}
