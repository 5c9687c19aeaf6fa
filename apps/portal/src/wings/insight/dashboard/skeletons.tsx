/** Grey shapes in the places and sizes of what is on its way, so that nothing moves when it comes. */
import { Skeleton } from '@mantine/core';
import { Card } from '#portal/ui/Card.tsx';
import { useLate } from '#portal/ui/Loading.tsx';
import styles from './skeletons.module.css';

const row = (count: number) => Array.from({ length: count }, (_, i) => i);

/** Rows of the live list: sign, two lines, time. */
export function LiveSkeleton({ rows }: { rows: number }) {
	const late = useLate();
	return (
		<div data-early={late ? undefined : ''} className={styles.waiting} aria-hidden="true">
			{row(rows).map((one) => (
				<div key={one} className={styles.live}>
					<Skeleton width={24} height={24} radius={6} />
					<div>
						<Skeleton height={12} width={110} />
						<Skeleton height={10} width={140} mt={8} />
					</div>
					<Skeleton height={10} width={24} />
				</div>
			))}
		</div>
	);
}

/** The first steps: seven where the customer sends campaigns. */
export function StepsSkeleton() {
	const late = useLate();
	return (
		<Card>
			<div data-early={late ? undefined : ''} className={styles.waiting} aria-hidden="true">
				<Skeleton height={16} width={220} mb={16} />
				<div className={styles.why} />
				{row(7).map((one) => (
					<div key={one} className={styles.step}>
						<Skeleton width={28} height={28} radius={8} />
						<div>
							<Skeleton height={12} width={180} />
							<Skeleton height={10} width="min(320px, 100%)" mt={10} />
						</div>
					</div>
				))}
			</div>
		</Card>
	);
}
