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
  const text = (
    <p id={id} className={classes.description} dir="auto">
      {isOpen ? description : (preview ?? description)}
    </p>
  );
  if (preview === null) return text;
  return (
    <div>
      {text}
      <button
        type="button"
        className={classes.more}
        dir="auto"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? t('Show less') : t('Show more')}
      </button>
    </div>
  );
}
