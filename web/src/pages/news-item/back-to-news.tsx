import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import classes from './news-item.module.css';

export function BackToNews() {
  const { t } = useLanguage();
  return (
    <Anchor component={Link} to={paths.news} size="sm" className={classes.back}>
      <IconArrowLeft size={16} aria-hidden /> {t('Back to News / Events')}
    </Anchor>
  );
}
