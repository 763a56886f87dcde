import { IconEyeOff } from '@tabler/icons-react';
import classes from './hidden-banner.module.css';

/** Says that a post is hidden and why. */
export function HiddenBanner({ reason }: { reason: string | null }) {
  return (
    <div className={classes.banner} role="note">
      <IconEyeOff size={18} aria-hidden className={classes.sign} />
      <div>
        <p className={classes.title}>This post is hidden</p>
        {reason && (
          <p className={classes.reason} dir="auto">
            {reason}
          </p>
        )}
      </div>
    </div>
  );
}
