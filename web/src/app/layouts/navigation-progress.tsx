import { useNavigation } from 'react-router-dom';
import classes from './navigation-progress.module.css';

/** A bar at the top of the window while the next page is on its way, where the line is so slow that a click seems lost. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return <div className={classes.bar} role="progressbar" aria-label="Loading page" />;
}
