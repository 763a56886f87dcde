import { Suspense, useId, useRef, useState } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { PlainButton, type PlainButtonProps } from '@/shared/ui/plain/plain-button.tsx';
import { useNow } from '@/shared/ui/use-now.ts';
import type { Post } from '../shown-post.ts';
import { refusalText } from '../requirements/requirement-texts.ts';
import classes from './quotation-button.module.css';

// Rarely opened.
const RefusalTip = lazyPart(async () => (await import('./refusal-tip.tsx')).RefusalTip);

type QuotationButtonProps = PlainButtonProps & {
  post: Pick<Post, 'closedAt' | 'closedReason' | 'quoteDeadline'>;
  onClick: () => void;
};

/**
 * Opens the quote form. For requests that are closed or have a deadline: once no quote can be sent, it explains why and
 * does nothing. It stays focusable, so that keyboard users can read the reason.
 */
export function QuotationButton({ post, onClick, ...button }: QuotationButtonProps) {
  const language = useLanguage();
  const now = useNow(post.quoteDeadline === null ? null : Date.parse(post.quoteDeadline));
  const reasonId = useId();
  const place = useRef<HTMLSpanElement>(null);
  const [isWanted, setIsWanted] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const reason = refusalText(post, now, language);
  const open = () => {
    setIsWanted(true);
    setIsOpen(true);
  };
  const close = () => setIsOpen(false);
  return (
    <>
      <span
        ref={place}
        className={classes.place}
        onMouseEnter={open}
        onMouseLeave={close}
        onFocus={({ target }) => target.matches(':focus-visible') && open()}
        onBlur={close}
      >
        <PlainButton
          {...button}
          className={classes.button}
          data-disabled={reason !== null || undefined}
          aria-disabled={reason !== null || undefined}
          aria-describedby={reason === null ? undefined : reasonId}
          onClick={reason === null ? onClick : undefined}
        />
        {reason !== null && (
          <span id={reasonId} hidden>
            {reason}
          </span>
        )}
      </span>
      {reason !== null && isWanted && (
        <Suspense>
          <RefusalTip place={place} reason={reason} opened={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
