/** The menu of narrow windows, in a drawer; its code comes when it is first opened. */
import { Drawer } from '@mantine/core';
import { Logo } from '#portal/ui/Logo.tsx';
import type { Screen } from '../screen.ts';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';

interface MenuDrawerProps {
	screens: readonly Screen[];
	opened: boolean;
	onClose: () => void;
}

export function MenuDrawer({ screens, opened, onClose }: MenuDrawerProps) {
	const t = useShellTexts();
	return (
		<Drawer.Root opened={opened} onClose={onClose} size={280}>
			<Drawer.Overlay />
			<Drawer.Content aria-label={t('menu')} classNames={{ content: styles.menuDrawer }}>
				<div className={styles.menuHead}>
					<Logo />
					<Drawer.CloseButton aria-label={t('closeMenu')} />
				</div>
				<Sidebar screens={screens} onLeave={onClose} />
			</Drawer.Content>
		</Drawer.Root>
	);
}
