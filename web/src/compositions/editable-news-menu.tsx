import { Suspense, useState } from 'react';
import type { NewsSummary } from '@/features/news/news-item.ts';
import { useCurrentUser } from '@/shared/session/use-current-user.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';

// Readers need neither, and menus are heavy.
const NewsMenu = lazyPart(async () => (await import('@/features/news/edit/news-menu.tsx')).NewsMenu);
const NewsFormDialog = lazyPart(async () => (await import('@/features/news/edit/news-form-dialog.tsx')).NewsFormDialog);

type EditableNewsMenuProps = { item: NewsSummary; onDeleted?: () => void };

/** Admin menu of a news item with its edit dialog; renders nothing for readers. */
export function EditableNewsMenu({ item, onDeleted }: EditableNewsMenuProps) {
  const current = useCurrentUser();
  const [isEditing, setIsEditing] = useState(false);
  if (current.status !== 'user' || !current.user.isAdmin) return null;
  return (
    <Suspense>
      <NewsMenu item={item} onEdit={() => setIsEditing(true)} onDeleted={onDeleted} />
      <LazyDialog opened={isEditing}>
        {(opened) => <NewsFormDialog newsId={item.id} opened={opened} onClose={() => setIsEditing(false)} />}
      </LazyDialog>
    </Suspense>
  );
}
