import { IconIdBadge2 } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import styles from './users.module.css';

/** Roles as the specification writes them; — when there are none. */
export function RoleBadges({ roles }: { roles: readonly string[] }) {
	if (roles.length === 0) return '—';
	return (
		<span className={styles.badges}>
			{roles.map((role) => (
				<Badge key={role} hue={role === 'ADMIN' ? 'violet' : 'gray'} icon={IconIdBadge2}>
					{role}
				</Badge>
			))}
		</span>
	);
}
