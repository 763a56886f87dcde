import type { ReactNode } from 'react';
import type { Post } from '../shown-post.ts';
import cardClasses from './post-card.module.css';
import classes from './post-card-skeleton.module.css';

type PostCardSkeletonProps = {
  /** Image placeholders on the page of a post. */
  gallery?: ReactNode;
  /** A partially loaded post, whose texts are shown. */
  post?: Pick<Post, 'title' | 'description' | 'images'>;
};

/**
 * Skeleton of a post card. index.html fills in the texts that it has before the code of cards arrives, and on the page
 * of a post its images.
 */
export function PostCardSkeleton({ gallery, post }: PostCardSkeletonProps) {
  const Title = gallery ? 'h1' : 'p';
  return (
    <div
      className={cardClasses.card}
      data-testid="post-skeleton"
      data-stand-in
      data-expanded={gallery ? true : undefined}
      data-images={post?.images.length ? true : undefined}
      aria-hidden
    >
      {gallery}
      <div className={cardClasses.head}>
        <span className={`${classes.bar} ${classes.face} ${cardClasses.avatar}`} />
        <div className={`${classes.lines} ${cardClasses.byline}`}>
          <span className={`${classes.bar} ${classes.name}`} />
          <span className={`${classes.bar} ${classes.when}`} />
        </div>
        <span className={`${classes.bar} ${classes.badge} ${cardClasses.category}`} />
      </div>
      <Title className={`${cardClasses.title} ${cardClasses.titleRow} ${classes.word}`} data-word="title" dir="auto">
        {post?.title}
      </Title>
      <span className={`${classes.bar} ${classes.title} ${cardClasses.titleRow}`} />
      <div className={gallery ? cardClasses.facts : classes.facts}>
        <span className={`${classes.bar} ${classes.fact}`} />
        <span className={`${classes.bar} ${classes.longFact}`} />
      </div>
      <p className={`${cardClasses.description} ${classes.word}`} data-word="description" dir="auto">
        {post?.description}
      </p>
      <div className={classes.lines}>
        <span className={classes.bar} />
        <span className={classes.bar} />
        <span className={`${classes.bar} ${classes.lastLine}`} />
      </div>
      <div className={cardClasses.foot}>
        <span className={`${classes.bar} ${classes.button}`} />
        <span className={`${classes.bar} ${classes.buttons}`} />
      </div>
    </div>
  );
}
