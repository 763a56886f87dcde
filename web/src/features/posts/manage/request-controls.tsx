import { useState } from 'react';
import { Button, Group, Text } from '@mantine/core';
import { openState } from '@domain/requirements.ts';
import type { Language } from '@/shared/i18n/language.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { LazyDialog } from '@/shared/lazy/lazy-dialog.tsx';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { useNow } from '@/shared/ui/use-now.ts';
import type { Post } from '../shown-post.ts';
import { endText } from '../requirements/requirement-texts.ts';

const CloseDialog = lazyPart(async () => (await import('./close-dialog.tsx')).CloseDialog);
const ReopenDialog = lazyPart(async () => (await import('./reopen-dialog.tsx')).ReopenDialog);

type RequestControlsProps = { post: Pick<Post, 'id' | 'closedAt' | 'closedReason' | 'quoteDeadline'> };

/** Whether an own request takes quotes, with a button to close or reopen it. */
export function RequestControls({ post }: RequestControlsProps) {
  const language = useLanguage();
  const { t } = language;
  const [dialog, setDialog] = useState<'none' | 'close' | 'reopen'>('none');
  const deadline = post.quoteDeadline === null ? null : Date.parse(post.quoteDeadline);
  const now = useNow(deadline);
  const state = openState(post, now);
  const close = () => setDialog('none');
  return (
    // Two buttons have no room beside the sentence on a phone.
    <Group justify="space-between" gap="xs" wrap={state === 'open' || state === 'closed' ? 'nowrap' : 'wrap'}>
      <Text size="sm" c="dimmed">
        {sentence(post, now, language)}
      </Text>
      <Group gap="xs" flex="none" maw="100%">
        {state !== 'open' && (
          <Button variant="default" size="sm" onClick={() => setDialog('reopen')}>
            {t('Re-open request')}
          </Button>
        )}
        {state !== 'closed' && (
          <Button variant="default" size="sm" onClick={() => setDialog('close')}>
            {t('Close request')}
          </Button>
        )}
      </Group>
      <LazyDialog opened={dialog === 'close'}>
        {(opened) => <CloseDialog postId={post.id} opened={opened} onClose={close} />}
      </LazyDialog>
      <LazyDialog opened={dialog === 'reopen'}>
        {(opened) => (
          <ReopenDialog
            postId={post.id}
            needsDeadline={deadline !== null && deadline <= now}
            opened={opened}
            onClose={close}
          />
        )}
      </LazyDialog>
    </Group>
  );
}

function sentence(post: RequestControlsProps['post'], now: number, language: Language): string {
  const { t, dateAndTimeWithZone, day } = language;
  const end = endText(post, now, language);
  if (end === null) {
    return post.quoteDeadline === null
      ? t('Open for quotes')
      : t('Open for quotes until {date}', { date: dateAndTimeWithZone(post.quoteDeadline) });
  }
  const at = post.closedAt ?? post.quoteDeadline;
  return at === null ? end : t('{end}, on {date}', { end, date: day(at, now) });
}
