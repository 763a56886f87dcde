import { Badge } from '@mantine/core';
import {
  IconBuildingFactory2,
  IconCpu,
  IconCrane,
  IconHeadset,
  IconPackage,
  IconPlant2,
  IconSchool,
  IconStethoscope,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { badgeCategory, categoryLabel, type BadgeCategory } from '@domain/categories.ts';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import classes from './category-badge.module.css';

const icons: Record<BadgeCategory, ComponentType<IconProps>> = {
  industrial: IconBuildingFactory2,
  service: IconHeadset,
  agricultural: IconPlant2,
  technology: IconCpu,
  construction: IconCrane,
  healthcare: IconStethoscope,
  education: IconSchool,
  other: IconPackage,
};

/** The category of a post: a colour and a sign of its own for the seven named ones, the neutral style for all the rest. */
export function CategoryBadge({ category }: { category: string }) {
  const { t } = useLanguage();
  const style = badgeCategory(category);
  const Icon = icons[style];
  return (
    <Badge className={classes.badge} data-category={style} leftSection={<Icon size={14} aria-hidden />} size="lg">
      {t(categoryLabel(category))}
    </Badge>
  );
}
