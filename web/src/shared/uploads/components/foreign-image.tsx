import { __iconNode as photoOff } from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs';
import { PlainIcon } from '@/shared/ui/plain/plain-icon.tsx';
import { siteOfImage } from '../image-url.ts';

const style = { display: 'grid', placeContent: 'center', justifyItems: 'center', height: '100%', fontSize: 12 };

/**
 * A placeholder for an external image: shows its domain and loads nothing. Decorative: the surrounding element has the
 * name.
 */
export function ForeignImage({ url }: { url: string }) {
  return (
    <span style={style}>
      <PlainIcon shape={photoOff} size={28} />
      {siteOfImage(url)}
    </span>
  );
}
