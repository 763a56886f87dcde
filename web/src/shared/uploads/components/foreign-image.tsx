import { __iconNode as externalLink } from '@tabler/icons-react/dist/esm/icons/IconExternalLink.mjs';
import { PlainIcon } from '@/shared/ui/plain/plain-icon.tsx';
import { siteOfImage } from '../image-url.ts';
import classes from './foreign-image.module.css';

/** Stands in for an image of another site: names the site, loads nothing, and fills its place. Decorative: what it stands in has the name. */
export function ForeignImage({ url }: { url: string }) {
  return (
    <span className={classes.foreign}>
      <PlainIcon shape={externalLink} size={20} />
      <span className={classes.site} dir="ltr">
        {siteOfImage(url)}
      </span>
    </span>
  );
}
