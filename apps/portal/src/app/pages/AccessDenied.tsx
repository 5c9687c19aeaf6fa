import { Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { publicSettings } from '#portal/lib/settings.ts';
import { useTitle } from '#portal/lib/use-title.ts';
import { Horizon } from '#portal/ui/Horizon.tsx';
import { useShellTexts } from '../texts.ts';
import styles from './pages.module.css';

interface AccessDeniedProps {
	/** Where the first way on leads. */
	start?: 'dashboard' | 'root';
	/** No page is there at all; that is said below the specified words. */
	unknown?: boolean;
}

/** The specified words, which stand for every path that one has no page at (portal.md section 2), and two ways on. */
export function AccessDenied({ start = 'dashboard', unknown = false }: AccessDeniedProps) {
	const t = useShellTexts();
	useTitle(t(unknown ? 'unknownTitle' : 'deniedTitle'));
	return (
		<div className={styles.centre}>
			<Horizon />
			<h1>{t('deniedTitle')}</h1>
			<p className={styles.text}>{t('deniedText')}</p>
			{unknown ? <p className={styles.text}>{t('unknownText')}</p> : null}
			<div className={styles.ways}>
				{start === 'dashboard' ? (
					<Button renderRoot={(props) => <Link {...props} to="/customerdashboard" />}>{t('toDashboard')}</Button>
				) : (
					<Button component="a" href="/">
						{t('toStart')}
					</Button>
				)}
				<Button
					component="a"
					href={publicSettings().supportUrl}
					variant="default"
					data-strong
					leftSection={<IconLifebuoy size={17} stroke={1.75} aria-hidden="true" />}
				>
					{t('contactSupport')}
				</Button>
			</div>
		</div>
	);
}
