import { useId } from 'react';
import { __iconNode as photo } from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { PlainIcon } from '@/shared/ui/plain/plain-icon.tsx';
import { CategoryBadge } from './category-badge.tsx';
import type { PostCardProps } from './post-card.tsx';
import { PostImage } from '../gallery/post-image.tsx';
import { PostedAt } from './posted-at.tsx';
import { QuoteCount } from './quote-count.tsx';
import classes from './compact-post.module.css';

type CompactPostProps = Omit<PostCardProps, 'isExpanded' | 'isCollapsible' | 'children'>;

/** A purchase request in a few lines, for long lists; its page has the rest. */
export function CompactPost({
  post,
  author,
  menu,
  likeButton,
  quoteNote,
  requirements,
  actions,
  onImageOpen,
  isAboveFold = false,
}: CompactPostProps) {
  const { t, country } = useLanguage();
  const titleId = useId();
  const [first] = post.images;
  const place = [country(post.country), post.area].filter(Boolean).join(', ');
  return (
    <article aria-labelledby={titleId} className={classes.row}>
      {first === undefined ? (
        <span className={classes.image}>
          <PlainIcon shape={photo} size={24} className={classes.noImage} />
        </span>
      ) : (
        <button
          type="button"
          className={classes.image}
          aria-label={t('Open image {index} of {count}', { index: 1, count: post.images.length })}
          onClick={() => onImageOpen(0)}
        >
          <PostImage path={first} isAboveFold={isAboveFold} />
          {post.images.length > 1 && <span className={classes.more}>+{post.images.length - 1}</span>}
        </button>
      )}
      <h3 dir="auto" id={titleId} className={classes.title}>
        <Link to={paths.post(post)} className={classes.link}>
          {post.title}
        </Link>
      </h3>
      <div className={classes.menu}>{menu}</div>
      <div className={classes.facts}>
        <CategoryBadge category={post.category} />
        {author}
        {requirements}
        <span className={classes.place} dir="auto">
          {place}
        </span>
        <PostedAt at={post.createdAt} />
        {post.isHidden && <b className={classes.hidden}>{t('This post is hidden')}</b>}
      </div>
      <p className={classes.text} dir="auto">
        {post.description}
      </p>
      <div className={classes.foot}>
        {/* First, because it arrives late: this way only the end of the description moves. */}
        <span className={classes.note}>{quoteNote}</span>
        {likeButton}
        <QuoteCount count={post.quoteCount} />
        <div className={classes.actions}>{actions}</div>
      </div>
    </article>
  );
}
