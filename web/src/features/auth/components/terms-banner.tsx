import { Button, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import classes from './terms-banner.module.css';

type TermsBannerProps = { hasAcceptedBefore: boolean; onAccept: () => void };

/** Asks for the acceptance of newer terms, at the foot of the window: it moves nothing, and is gone for good once accepted. */
export function TermsBanner({ hasAcceptedBefore, onAccept }: TermsBannerProps) {
  return (
    <section className={classes.banner} aria-label="Terms of use">
      <div className={classes.inner}>
        <div className={classes.text}>
          <Text fw={600}>{hasAcceptedBefore ? 'Our terms have changed' : 'Please accept our terms'}</Text>
          <Text size="sm" c="dimmed">
            Read the terms of use and the privacy policy, and accept them to go on using your account.
          </Text>
        </div>
        <Group gap="sm" wrap="nowrap" className={classes.actions}>
          <Button component={Link} to={paths.terms} variant="default">
            Review
          </Button>
          <Button onClick={onAccept}>Accept</Button>
        </Group>
      </div>
    </section>
  );
}
