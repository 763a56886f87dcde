import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { auditEntityText } from './audit-words.ts';

const PAGES: Readonly<Record<string, (id: number) => string>> = {
  user: paths.adminUser,
  post: (id) => paths.post({ id, title: '' }),
  feedback: paths.adminFeedbackItem,
  news: paths.newsItem,
};

/** The subject of an entry, as a link if it has a page. */
export function AuditEntity({ entity, id }: { entity: string; id: string | null }) {
  const language = useLanguage();
  const name = `${auditEntityText(entity, language)} ${id ?? ''}`.trim();
  const page = PAGES[entity];
  if (!page || !id) return <>{name}</>;
  return (
    <Anchor component={Link} to={page(Number(id))} inherit>
      {name}
    </Anchor>
  );
}
