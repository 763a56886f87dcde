import { useId, useState } from 'react';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { collapsedDescription } from './description-preview.ts';
import classes from './post-card.module.css';

type PostDescriptionProps = { description: string; /** Shown in full, without a button. */ isExpanded: boolean };

/** A description, collapsed if it is longer than 200 characters. */
export function PostDescription({ description, isExpanded }: PostDescriptionProps) {
  const { t } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const preview = isExpanded ? null : collapsedDescription(description);
  return (
    <p className={classes.description} data-open={isOpen || undefined} dir="auto">
      <span id={id}>{isOpen ? description : (preview ?? description)}</span>
      {preview !== null && (
        <>
          {' '}
          <button
            type="button"
            className={classes.more}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? t('Show less') : t('Show more')}
          </button>
        </>
      )}
    </p>
  );
}
