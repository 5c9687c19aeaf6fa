import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { Details } from './Details.tsx';
import { Passkeys } from './Passkeys.tsx';
import styles from './profile.module.css';
import { Sessions } from './Sessions.tsx';
import { useProfileTexts } from './texts.ts';

/** `/profile`: one's own name and phone, passkeys, sessions. */
export function ProfileScreen() {
	const t = useProfileTexts();
	return (
		<>
			<PageHeader title={t('title')} />
			<div className={styles.cards}>
				<Details />
				<Passkeys />
				<Sessions />
			</div>
		</>
	);
}
