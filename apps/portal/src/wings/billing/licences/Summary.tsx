import type { LicenceSummary } from '@luvalla/contract/billing/licences';
import { Skeleton } from '@mantine/core';
import type * as z from 'zod';
import styles from './licences.module.css';
import { useLicenceTexts } from './texts.ts';

/** The answer first: how many domains have a licence today, and how many of these soon have none. */
export function Summary({ summary, failed }: { summary: z.infer<typeof LicenceSummary> | undefined; failed: boolean }) {
	const t = useLicenceTexts();
	if (failed) return null;
	if (!summary) return <Skeleton height={34} width={320} />;
	const { licensed, domains, endingSoon } = summary;
	return (
		<p className={styles.answer}>
			<strong>{t('share', { licensed, domains })}</strong>{' '}
			<span>
				{t(domains === 1 ? 'hasOne' : 'haveOne')} {endingSoon > 0 ? t('endSoon', { count: endingSoon }) : ''}
			</span>
		</p>
	);
}
