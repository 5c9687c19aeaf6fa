/** How far a scan is: one bar in as many parts as it has visits, the page that it is on, and the way to end it. */
import type { CallShape } from '@luvalla/contract/call';
import { type CookieScan, cookieScan } from '@luvalla/contract/consent/cookie-scans';
import { cancelRun } from '@luvalla/contract/runs';
import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import styles from './scans.module.css';
import { useScanTexts } from './texts.ts';

const PASSES = ['before', 'accept', 'reject'] as const;

interface ProgressProps {
	scan: CookieScan;
	customerId: number;
	/** What is read anew when it was cancelled. */
	reload?: CallShape;
	/** Which scan it is, where that is not the page's title. */
	named?: ReactNode;
}

export function Progress({ scan, customerId, reload = cookieScan, named }: ProgressProps) {
	const t = useScanTexts();
	const [asked, setAsked] = useState(false);
	const stop = useCall(cancelRun, { scope: { customerId }, quiet: true, reload: [reload], onSuccess: () => setAsked(false) });
	const { progress } = scan;
	const passes: readonly (typeof PASSES)[number][] = scan.nonCmp ? ['before'] : PASSES;
	const at = progress === null ? -1 : passes.indexOf(progress.pass);
	const share = (place: number): number =>
		place < at ? 1 : place > at || progress === null || progress.of === 0 ? 0 : (progress.number - 1) / progress.of;
	const whole = passes.reduce((sum, _, place) => sum + share(place), 0) / passes.length;
	const found = Math.max(scan.counts.before, scan.counts.accept, scan.counts.reject);
	return (
		<section className={styles.progress} aria-label={t('progressOf')} data-named={named ? '' : undefined}>
			{named ? <p className={styles.named}>{named}</p> : null}
			<p role="status" className={styles.step}>
				{progress === null ? t('waiting') : t('progress', { pass: t(progress.pass), number: progress.number, of: progress.of })}
			</p>
			<div
				className={styles.bars}
				role="progressbar"
				aria-label={t('progressOf')}
				aria-valuemin={0}
				aria-valuemax={100}
				aria-valuenow={Math.floor(whole * 100)}
			>
				{passes.map((pass, place) => (
					<span key={pass}>
						<span style={{ transform: `scaleX(${share(place)})` }} />
					</span>
				))}
			</div>
			<p className={`num ${styles.found}`}>{t('soFar', { count: found })}</p>
			{scan.can.cancel ? (
				<Button
					variant="default"
					leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => setAsked(true)}
				>
					{t('cancel')}
				</Button>
			) : null}
			<ConfirmDialog
				opened={asked}
				title={t('cancelTitle')}
				verb={t('cancel')}
				danger
				working={stop.isPending}
				onConfirm={() => stop.mutate({ params: { id: scan.id } })}
				onCancel={() => setAsked(false)}
			>
				{t('cancelText')}
			</ConfirmDialog>
		</section>
	);
}
