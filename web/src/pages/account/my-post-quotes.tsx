import { useId, useState } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@/features/posts/shown-post.ts';
import { quotesOfPostQueryOptions } from '@/features/quotes/compare/list-quotes-of-post.ts';
import { OpenQuestions } from '@/features/questions/open-questions.tsx';
import type { QuoteMessages } from '@/features/quotes/facts/shown-quote.ts';
import { UnreadBadge } from '@/shared/ui/unread-badge.tsx';
import { ShareableQuotes } from '@/compositions/shareable-quotes.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './account.module.css';

type MyPostQuotesProps = {
  post: Post;
  /** Opens the list initially. */
  isWanted?: boolean;
  messages: QuoteMessages;
  /** For all quotes on the post. */
  unread: number;
  isAsked: boolean;
};

/** What waits below an own post: a link to its open questions, and the collapsible list "Quotes received ({n})". */
export function MyPostQuotes({ post, isWanted = false, messages, unread, isAsked }: MyPostQuotesProps) {
  const { t } = useLanguage();
  const [isOpen, setIsOpen] = useState(isWanted);
  const [wasWanted, setWasWanted] = useState(isWanted);
  const listId = useId();
  // A loaded list can be newer than the post, so its count wins.
  const listed = useQuery({ ...quotesOfPostQueryOptions(post.id), enabled: isOpen });
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted);
    if (isWanted) setIsOpen(true);
  }
  const Chevron = isOpen ? IconChevronUp : IconChevronDown;
  return (
    <Stack gap="sm" align="stretch">
      <Group gap="xs" justify="space-between">
        <Button
          variant="subtle"
          justify="flex-start"
          w="fit-content"
          className={classes.toggle}
          rightSection={
            <Group gap={6} wrap="nowrap">
              <UnreadBadge count={unread} />
              <Chevron size={18} aria-hidden />
            </Group>
          }
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('Quotes received ({n})', { n: (isOpen ? listed.data?.total : undefined) ?? post.quoteCount })}
        </Button>
        {(isAsked || isOpen) && <OpenQuestions post={post} />}
      </Group>
      {isOpen && (
        <Stack id={listId} gap="sm">
          <ShareableQuotes post={post} messages={messages} />
        </Stack>
      )}
    </Stack>
  );
}
