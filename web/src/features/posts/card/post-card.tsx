import { Suspense, useId, useState, type ReactNode } from 'react';
import { __iconNode as down } from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { __iconNode as up } from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs';
import { Link } from 'react-router-dom';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { lazyPart } from '@/shared/lazy/lazy-part.ts';
import { paths } from '@/shared/paths.ts';
import { PlainAvatar } from '@/shared/ui/plain/plain-avatar.tsx';
import { PlainButton } from '@/shared/ui/plain/plain-button.tsx';
import { PlainIcon } from '@/shared/ui/plain/plain-icon.tsx';
import type { Post } from '../shown-post.ts';
import { CategoryBadge } from './category-badge.tsx';
import { ImageGrid } from '../gallery/image-grid.tsx';
import { PostDescription } from './post-description.tsx';
import { DestinationFacts } from './destination-facts.tsx';
import { PostedAt } from './posted-at.tsx';
import { QuoteCount } from './quote-count.tsx';
import classes from './post-card.module.css';

// Only owners and admins see hidden posts.
const HiddenBanner = lazyPart(async () => (await import('./hidden-banner.tsx')).HiddenBanner);

export type PostCardProps = {
  post: Post;
  /** Name of the owner, with its tooltip. */
  author: ReactNode;
  /** In the upper right corner. */
  menu?: ReactNode;
  likeButton: ReactNode;
  /** The viewer's own action on the post, such as a quote; shown next to its date. */
  quoteNote?: ReactNode;
  /**
   * The line of facts on a card: quantity, target price, date, place and time left. The page of a post shows them in full.
   */
  requirements?: ReactNode;
  /** Documents below the description, on the page of a post only. */
  documents?: ReactNode;
  /** Share, and Quotation or Edit. */
  actions: ReactNode;
  onImageOpen: (index: number) => void;
  /** For the page of a post: full description, title as page heading, no link to itself. */
  isExpanded?: boolean;
  /** Offers "Hide content" and "Show content". */
  isCollapsible?: boolean;
  isAboveFold?: boolean;
  /** Rendered below the actions. */
  children?: ReactNode;
};

/** A purchase request. Presentational: all actions are passed in. */
export function PostCard({
  post,
  author,
  menu,
  likeButton,
  quoteNote,
  requirements,
  documents,
  actions,
  onImageOpen,
  isExpanded = false,
  isCollapsible = false,
  isAboveFold = false,
  children,
}: PostCardProps) {
  const { t } = useLanguage();
  const titleId = useId();
  const bodyId = useId();
  const [isBodyShown, setIsBodyShown] = useState(true);
  const hasImages = isBodyShown && post.images.length > 0;
  const images = hasImages && (
    <ImageGrid images={post.images} isAboveFold={isAboveFold} isGallery={isExpanded} onOpen={onImageOpen} />
  );
  const badge = <CategoryBadge category={post.category} className={classes.category} />;
  const menuPlace = menu && <div className={classes.menu}>{menu}</div>;
  // In both places, of which a card shows one: next to the category on a phone, else next to the date.
  const note = quoteNote && <div className={classes.note}>{quoteNote}</div>;
  const isEdited = isExpanded && Date.parse(post.updatedAt) > Date.parse(post.createdAt);
  const Heading = isExpanded ? 'h1' : 'h3';
  const title = (
    <Heading dir="auto" id={titleId} className={`${classes.title} ${isExpanded ? classes.titleRow : ''}`}>
      {isExpanded ? (
        post.title
      ) : (
        <Link to={paths.post(post)} className={classes.titleLink}>
          {post.title}
        </Link>
      )}
    </Heading>
  );
  const head = (
    <div className={classes.head}>
      <PlainAvatar username={post.username} avatarPath={post.avatarPath} className={classes.avatar} />
      <div className={classes.byline}>
        {author}
        {isEdited ? (
          <p className={classes.when} dir="auto">
            <PostedAt at={post.createdAt} />
            {` · ${t('edited')}`}
          </p>
        ) : (
          <PostedAt at={post.createdAt} className={classes.when} />
        )}
        {note}
        {!isExpanded && <DestinationFacts post={post} isBelowLine={Boolean(requirements)} />}
      </div>
      {isExpanded && badge}
      {isExpanded && menuPlace}
    </div>
  );
  return (
    <article
      aria-labelledby={titleId}
      className={`${classes.card} ${isExpanded ? '' : classes.listed}`}
      data-images={hasImages || undefined}
      data-expanded={isExpanded || undefined}
      data-hidden={post.isHidden || undefined}
    >
      {post.isHidden && (
        <div className={classes.banner}>
          <Suspense>
            <HiddenBanner reason={post.hiddenReason} />
          </Suspense>
        </div>
      )}
      {/* On the page of a post images and buyer come first; on a card, the words. */}
      {isExpanded && images}
      {isExpanded && head}
      {isExpanded ? (
        title
      ) : (
        <div className={classes.titleRow}>
          {menuPlace}
          {isCollapsible && (
            <PlainButton
              size="xs"
              className={classes.collapse}
              aria-expanded={isBodyShown}
              aria-controls={bodyId}
              onClick={() => setIsBodyShown(!isBodyShown)}
            >
              <span className={classes.collapseText}>{isBodyShown ? t('Hide content') : t('Show content')}</span>
              <PlainIcon shape={isBodyShown ? up : down} size={16} />
            </PlainButton>
          )}
          {badge}
          {note}
          {title}
        </div>
      )}
      <div id={bodyId} className={classes.body} hidden={!isBodyShown}>
        {isExpanded && <DestinationFacts post={post} isBelowLine={false} />}
        {requirements}
        <PostDescription description={post.description} isExpanded={isExpanded} />
        {documents}
      </div>
      {!isExpanded && images}
      <div className={classes.foot}>
        {!isExpanded && head}
        <div className={classes.counts}>
          {likeButton}
          {/* What follows the card has the number in its name. */}
          {!children && <QuoteCount count={post.quoteCount} />}
        </div>
        <div className={classes.actions}>{actions}</div>
      </div>
      {children}
    </article>
  );
}
