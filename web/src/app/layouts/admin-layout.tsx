import { useState } from 'react';
import { Button, Drawer } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { IconLayoutSidebar } from '@tabler/icons-react';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { StaffGate } from '@/features/admin/staff-gate/staff-gate.tsx';
import { MailTroubleCount } from '@/features/admin/mail/mail-trouble-count.tsx';
import { NewFeedbackCount } from '@/features/feedback/inbox/new-feedback-count.tsx';
import { useLanguage } from '@/shared/i18n/use-language.ts';
import { paths } from '@/shared/paths.ts';
import { useLayer } from '@/shared/ui/dialog/use-layer.ts';
import { NoIndex } from '@/shared/ui/no-index.tsx';
import { adminNavEntries } from './admin-nav-entries.ts';
import classes from './admin-layout.module.css';

function AdminNav() {
  const { t } = useLanguage();
  return (
    <nav aria-label={t('Admin', {}, 'area')} className={classes.nav}>
      {adminNavEntries.map(({ label, to }) => (
        <NavLink key={to} to={to} className={classes.link}>
          {t(label)}
          {to === paths.adminFeedback && <NewFeedbackCount />}
          {to === paths.adminEmailSettings && <MailTroubleCount />}
        </NavLink>
      ))}
    </nav>
  );
}

/** Layout of the admin area: the page with a navigation at its side, under 768 px in a drawer. */
export function AdminLayout() {
  const { t } = useLanguage();
  // Another page closes the drawer once it has arrived: closing it before would step back while the page comes.
  const { key } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === key;
  const handleClose = useLayer(isOpen, () => setOpenOn(null));
  return (
    <div className={classes.area}>
      <NoIndex />
      <aside className={classes.side}>
        <AdminNav />
      </aside>
      <Button
        className={classes.menuButton}
        variant="default"
        leftSection={<IconLayoutSidebar size={18} aria-hidden />}
        onClick={() => setOpenOn(key)}
      >
        {t('Admin menu')}
      </Button>
      <Drawer opened={isOpen} onClose={handleClose} title={t('Admin', {}, 'area')} size="xs">
        <AdminNav />
      </Drawer>
      <div className={classes.page}>
        <StaffGate>
          <Outlet />
        </StaffGate>
      </div>
    </div>
  );
}
