import { myConsents } from '@luvalla/contract/consent/my-consents';
import { Button } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { EraseMe } from './EraseMe.tsx';
import styles from './my-data.module.css';
import { Part } from './Part.tsx';
import { useMyDataTexts } from './texts.ts';

/** Erase me: what goes, what stays, and the way there. */
export function MyErasure() {
	const t = useMyDataTexts();
	const { email, isNormalUser } = usePerson();
	const query = useQuery(asQuery(myConsents, {}));
	const [asking, setAsking] = useState(false);
	return (
		<Part title={t('eraseHead')} lead={t('eraseLead')} query={query} failed={t('failed')}>
			{(customers) => (
				<>
					<div className={styles.twoCards}>
						<section className={`card-frame ${styles.closedNote}`}>
							<h2>{t('eraseGoes')}</h2>
							<ul className={styles.plainList}>
								<li>{t('eraseGoes1')}</li>
								<li>{t('eraseGoes2')}</li>
								<li>{t('eraseGoes3')}</li>
							</ul>
						</section>
						<section className={`card-frame ${styles.closedNote}`}>
							<h2>{t('eraseStays')}</h2>
							<ul className={styles.plainList}>
								<li>{t('eraseStays1')}</li>
								<li>{t('eraseStays2')}</li>
							</ul>
						</section>
					</div>
					{customers.length > 0 || isNormalUser ? (
						<Button
							variant="default"
							data-strong
							leftSection={<IconEraser size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => setAsking(true)}
						>
							{t('erase')} …
						</Button>
					) : (
						<p className={styles.quiet}>{t('dataNobody', { email })}</p>
					)}
					<EraseMe opened={asking} customers={customers} onClose={() => setAsking(false)} />
				</>
			)}
		</Part>
	);
}
