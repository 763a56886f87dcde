import { __iconNode as factory } from '@tabler/icons-react/dist/esm/icons/IconBuildingFactory2.mjs';
import { __iconNode as cpu } from '@tabler/icons-react/dist/esm/icons/IconCpu.mjs';
import { __iconNode as crane } from '@tabler/icons-react/dist/esm/icons/IconCrane.mjs';
import { __iconNode as headset } from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs';
import { __iconNode as parcel } from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import { __iconNode as plant } from '@tabler/icons-react/dist/esm/icons/IconPlant2.mjs';
import { __iconNode as school } from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import { __iconNode as stethoscope } from '@tabler/icons-react/dist/esm/icons/IconStethoscope.mjs';
import { badgeCategory, categoryLabel, type BadgeCategory } from '@domain/categories.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { PlainIcon } from '@/shared/ui/plain/plain-icon.tsx';
import classes from './category-badge.module.css';

const icons: Record<BadgeCategory, typeof factory> = {
  industrial: factory,
  service: headset,
  agricultural: plant,
  technology: cpu,
  construction: crane,
  healthcare: stethoscope,
  education: school,
  other: parcel,
};

type CategoryBadgeProps = { category: string; className?: string };

/** The category of a post: the seven named ones have a colour and an icon each, all others look neutral. */
export function CategoryBadge({ category, className = '' }: CategoryBadgeProps) {
  const { t } = useLanguage();
  const style = badgeCategory(category);
  return (
    <span className={`${classes.badge} ${className}`} data-category={style}>
      <PlainIcon shape={icons[style]} size={14} />
      <span className={classes.label}>{t(categoryLabel(category))}</span>
    </span>
  );
}
