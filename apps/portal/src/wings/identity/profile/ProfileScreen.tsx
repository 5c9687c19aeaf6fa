import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { usePerson } from '#portal/lib/use-session.ts';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { Details } from './Details.tsx';
import { Passkeys } from './Passkeys.tsx';
import styles from './profile.module.css';
import { Sessions } from './Sessions.tsx';
import { useProfileTexts } from './texts.ts';

/** `/profile`: one's own name and phone, passkeys, sessions. */
export function ProfileScreen() {
	const t = useProfileTexts();
	const { isNormalUser } = usePerson();
	return (
		<>
			<PageHeader
				title={t('title')}
				actions={
					// a normal user has it as a tab
					isNormalUser ? undefined : (
						<Button
							variant="default"
							leftSection={<IconShieldCheck size={16} stroke={1.75} aria-hidden="true" />}
							renderRoot={(props: object) => <Link {...props} to="/profile/privacy" />}
						>
							{t('privacy')}
						</Button>
					)
				}
			/>
			<div className={styles.cards}>
				<Details />
				<Passkeys />
				<Sessions />
			</div>
		</>
	);
}
