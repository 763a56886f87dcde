/** The roles. */
export const ROLES = ['user', 'admin', 'main_admin'] as const;

export type Role = (typeof ROLES)[number];

const ADMIN_ROLES: readonly string[] = ['admin', 'main_admin'] satisfies Role[];

/** Whether a role has access to the admin area: admin and main_admin only. */
export function isAdminRole(role: string): boolean {
  return ADMIN_ROLES.includes(role);
}
