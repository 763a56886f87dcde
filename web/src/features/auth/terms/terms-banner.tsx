import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { tellOutcome } from '@/shared/ui/toast/tell-outcome.ts';
import { useAcceptTerms } from './accept-terms.ts';
import classes from './terms-banner.module.css';

/** Asks users to accept newer terms. At the foot of the window, so that it shifts no layout. */
export function TermsBanner({ hasAcceptedBefore }: { hasAcceptedBefore: boolean }) {
  const { t } = useLanguage();
  const accept = useAcceptTerms();
  return (
    <section className={classes.banner} aria-label={t('Terms of use')}>
      <div className={classes.inner}>
        <div className={classes.text}>
          <Text fw={600}>{hasAcceptedBefore ? t('Our terms have changed') : t('Please accept our terms')}</Text>
          <Text size="sm" c="dimmed">
            {t('Read the terms of use and the privacy policy, and accept them to go on using your account.')}
          </Text>
        </div>
        <Group gap="sm" wrap="nowrap" className={classes.actions}>
          <Button component={Link} to={paths.terms} variant="default">
            {t('Review', {}, 'read')}
          </Button>
          <Button onClick={() => void tellOutcome(accept.mutateAsync(), {})}>{t('Accept')}</Button>
        </Group>
      </div>
    </section>
  );
}
