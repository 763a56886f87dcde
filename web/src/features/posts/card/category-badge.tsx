import { __iconNode as armchair } from '@tabler/icons-react/dist/esm/icons/IconArmchair.mjs';
import { __iconNode as bolt } from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import { __iconNode as factory } from '@tabler/icons-react/dist/esm/icons/IconBuildingFactory2.mjs';
import { __iconNode as bulb } from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs';
import { __iconNode as car } from '@tabler/icons-react/dist/esm/icons/IconCar.mjs';
import { __iconNode as cpu } from '@tabler/icons-react/dist/esm/icons/IconCpu.mjs';
import { __iconNode as crane } from '@tabler/icons-react/dist/esm/icons/IconCrane.mjs';
import { __iconNode as laptop } from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs';
import { __iconNode as flask } from '@tabler/icons-react/dist/esm/icons/IconFlask.mjs';
import { __iconNode as headset } from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs';
import { __iconNode as parcel } from '@tabler/icons-react/dist/esm/icons/IconPackage.mjs';
import { __iconNode as plant } from '@tabler/icons-react/dist/esm/icons/IconPlant2.mjs';
import { __iconNode as school } from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import { __iconNode as shirt } from '@tabler/icons-react/dist/esm/icons/IconShirt.mjs';
import { __iconNode as bag } from '@tabler/icons-react/dist/esm/icons/IconShoppingBag.mjs';
import { __iconNode as stethoscope } from '@tabler/icons-react/dist/esm/icons/IconStethoscope.mjs';
import { __iconNode as tool } from '@tabler/icons-react/dist/esm/icons/IconTool.mjs';
import { __iconNode as cutlery } from '@tabler/icons-react/dist/esm/icons/IconToolsKitchen2.mjs';
import { __iconNode as truck } from '@tabler/icons-react/dist/esm/icons/IconTruck.mjs';
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
  automotive: car,
  electronics: laptop,
  food: cutlery,
  textiles: shirt,
  chemicals: flask,
  logistics: truck,
  furniture: armchair,
  consulting: bulb,
  retail: bag,
  energy: bolt,
  manufacturing: tool,
  other: parcel,
};

type CategoryBadgeProps = { category: string; className?: string };

/** The category of a post: those that the form offers have a colour and an icon each, all others look neutral. */
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
