import { useId } from 'react';
import { Box, Tooltip, VisuallyHidden } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PlainButton, type PlainButtonProps } from '@/shared/ui/plain/plain-button.tsx';
import { useNow } from '@/shared/ui/use-now.ts';
import type { Post } from '../post.ts';
import { refusalText } from '../requirement-texts.ts';

type QuotationButtonProps = PlainButtonProps & {
  post: Pick<Post, 'closedAt' | 'closedReason' | 'quoteDeadline'>;
  onClick: () => void;
};

/**
 * The button that opens the quote form of a request that is closed, or has a deadline: from then on it says why nothing can
 * be sent, and does nothing. It stays reachable by keyboard, or nobody could read the reason there.
 */
export function QuotationButton({ post, onClick, ...button }: QuotationButtonProps) {
  const language = useLanguage();
  const now = useNow(post.quoteDeadline === null ? null : Date.parse(post.quoteDeadline));
  const reasonId = useId();
  const reason = refusalText(post, now, language);
  return (
    <Tooltip
      label={reason}
      disabled={reason === null}
      events={{ hover: true, focus: true, touch: true }}
      // On a phone a long reason takes two lines.
      multiline
      w="max-content"
      maw="calc(100vw - 2rem)"
    >
      <Box component="span" display="flex">
        <PlainButton
          {...button}
          style={{ flex: 1 }}
          data-disabled={reason !== null || undefined}
          aria-disabled={reason !== null || undefined}
          aria-describedby={reason === null ? undefined : reasonId}
          onClick={reason === null ? onClick : undefined}
        />
        {reason !== null && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
      </Box>
    </Tooltip>
  );
}
