import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/paths.ts';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { PageTitle } from '@/shared/ui/page-title.tsx';
import classes from './post-not-available.module.css';

/** What unknown, deleted and hidden posts show (B4). */
export function PostNotAvailable() {
  return (
    <div className={classes.page}>
      <NoIndex />
      <IconFileOff size={40} stroke={1.3} className={classes.sign} aria-hidden />
      <PageTitle title="This post is not available">It may have been hidden or deleted.</PageTitle>
      <Button component={Link} to={paths.home} mt="xs">
        Back to posts
      </Button>
    </div>
  );
}
