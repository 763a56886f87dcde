import cardClasses from './post-card.module.css';
import classes from './post-card-skeleton.module.css';

/** The shape of a card that is still on its way. index.html writes words into it that are here before the code that draws cards. */
export function PostCardSkeleton() {
  return (
    <div className={cardClasses.card} data-testid="post-skeleton" data-stand-in aria-hidden>
      <div className={cardClasses.head}>
        <span className={`${classes.bar} ${classes.face} ${cardClasses.avatar}`} />
        <div className={`${classes.lines} ${cardClasses.byline}`}>
          <span className={`${classes.bar} ${classes.name}`} />
          <span className={`${classes.bar} ${classes.when}`} />
        </div>
        <span className={`${classes.bar} ${classes.badge} ${cardClasses.category}`} />
      </div>
      <p className={`${cardClasses.title} ${classes.word}`} data-word="title" dir="auto" />
      <span className={`${classes.bar} ${classes.title}`} />
      <div className={classes.facts}>
        <span className={`${classes.bar} ${classes.fact}`} />
        <span className={`${classes.bar} ${classes.longFact}`} />
      </div>
      <p className={`${cardClasses.description} ${classes.word}`} data-word="description" dir="auto" />
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
