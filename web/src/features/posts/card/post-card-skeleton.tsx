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
  const badge = <span className={`${classes.bar} ${classes.badge} ${cardClasses.category}`} />;
  const title = (
    <>
      <Title className={`${cardClasses.title} ${cardClasses.titleRow} ${classes.word}`} data-word="title" dir="auto">
        {post?.title}
      </Title>
      <span className={`${classes.bar} ${classes.title} ${cardClasses.titleRow}`} />
    </>
  );
  const head = (
    <div className={cardClasses.head}>
      <span className={`${classes.bar} ${classes.face} ${cardClasses.avatar}`} />
      <div className={`${classes.lines} ${cardClasses.byline}`}>
        <span className={`${classes.bar} ${classes.name}`} />
        <span className={`${classes.bar} ${classes.when}`} />
      </div>
      {gallery && badge}
    </div>
  );
  const words = (
    <>
      <p className={`${cardClasses.description} ${classes.word}`} data-word="description" dir="auto">
        {post?.description}
      </p>
      <div className={classes.lines}>
        <span className={classes.bar} />
        <span className={classes.bar} />
        <span className={`${classes.bar} ${classes.lastLine}`} />
      </div>
    </>
  );
  return (
    <div
      className={`${cardClasses.card} ${gallery ? '' : cardClasses.listed}`}
      data-testid="post-skeleton"
      data-stand-in
      data-expanded={gallery ? true : undefined}
      data-images={post?.images.length ? true : undefined}
      aria-hidden
    >
      {gallery}
      {gallery && head}
      {gallery ? (
        title
      ) : (
        <div className={cardClasses.titleRow}>
          {badge}
          {title}
        </div>
      )}
      <div className={gallery ? cardClasses.facts : cardClasses.body}>
        <span className={`${classes.bar} ${classes.fact}`} />
        {gallery && <span className={`${classes.bar} ${classes.longFact}`} />}
        {!gallery && words}
      </div>
      {gallery && words}
      <div className={cardClasses.foot}>
        {!gallery && head}
        <span className={`${classes.bar} ${classes.button}`} />
        {gallery && <span className={`${classes.bar} ${classes.buttons}`} />}
      </div>
    </div>
  );
}
