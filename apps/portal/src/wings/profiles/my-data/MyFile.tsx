import { myConsents, myData } from '@luvalla/contract/consent/my-consents';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { fetchFile } from '#portal/lib/client.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { useDownload } from '#portal/ui/use-download.ts';
import styles from './my-data.module.css';
import { Part } from './Part.tsx';
import { useMyDataTexts } from './texts.ts';

/** My data: who keeps something, under which of one's addresses, and all of it as a file. */
export function MyFile() {
	const t = useMyDataTexts();
	const { email } = usePerson();
	const query = useQuery(asQuery(myConsents, {}));
	const file = useDownload(() => fetchFile(myData, {}));
	return (
		<Part
			title={t('dataTitle')}
			lead={t('dataLead')}
			query={query}
			failed={t('dataFailed')}
			above={
				<div className={`card-frame ${styles.closedNote}`}>
					<p>{t('dataHolds')}</p>
					<Button
						leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
						loading={file.isPending}
						onClick={() => file.mutate()}
					>
						{t('download')}
					</Button>
					<p role="status" className={styles.small}>
						{file.isPending ? t('downloading') : t('dataConfirm')}
					</p>
				</div>
			}
		>
			{(customers) => (
				<>
					<h2 className={styles.partHead}>{t('dataWho')}</h2>
					{customers.length === 0 ? (
						<p className={styles.quiet}>{t('dataNobody', { email })}</p>
					) : (
						<ul className={`card-frame ${styles.messages}`} aria-label={t('dataWho')}>
							{customers.map((one) => (
								<li key={one.customerId} className={styles.keeper}>
									<strong>{one.customer}</strong>
									<span className={styles.small}>
										{t('dataAnswers', {
											count: one.domains.flatMap(({ purposes }) => purposes).filter(({ value }) => value !== null).length,
										})}{' '}
										· {one.domains.map(({ domain }) => domain).join(', ')}
									</span>
									<span className={styles.small}>{[email, ...one.others.map(({ address }) => address)].join(', ')}</span>
								</li>
							))}
						</ul>
					)}
				</>
			)}
		</Part>
	);
}
