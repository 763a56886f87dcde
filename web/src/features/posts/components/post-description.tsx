import { useId, useState } from 'react';
import { Anchor, Text } from '@mantine/core';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { collapsedDescription } from '../description-preview.ts';
import classes from './post-card.module.css';

type PostDescriptionProps = { description: string; /** Shown whole, without a button. */ isExpanded: boolean };

/** A description, collapsed when it is longer than 200 characters. */
export function PostDescription({ description, isExpanded }: PostDescriptionProps) {
  const { t } = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const preview = isExpanded ? null : collapsedDescription(description);
  return (
    <div>
      <Text id={id} className={classes.description}>
        {isOpen ? description : (preview ?? description)}
      </Text>
      {preview && (
        <Anchor
          component="button"
          type="button"
          className={classes.more}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? t('Show less') : t('Show more')}
        </Anchor>
      )}
    </div>
  );
}
