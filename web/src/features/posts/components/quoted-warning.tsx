import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { suppliersQueryOptions } from '../api/count-suppliers.ts';

const CONSEQUENCE = {
  edit: 'Their quotes stay as they are, and nobody is told of the change: write to them if it matters for what they offered.',
  delete: 'They keep their quotes and the messages, under the title of the request, but nothing more can be written there.',
};

type QuotedWarningProps = { postId: number; isDeleting?: boolean };

/** Says before an own post is changed or deleted how many suppliers have quoted on it, and what becomes of their quotes. */
export function QuotedWarning({ postId, isDeleting = false }: QuotedWarningProps) {
  const { data: count } = useQuery(suppliersQueryOptions(postId));
  if (!count) return null;
  return (
    <Alert color="orange" variant="light" mt={isDeleting ? 'md' : undefined} py="xs" role="note">
      {count === 1 ? 'One supplier has' : `${count} suppliers have`} quoted on this request. {CONSEQUENCE[isDeleting ? 'delete' : 'edit']}
    </Alert>
  );
}
