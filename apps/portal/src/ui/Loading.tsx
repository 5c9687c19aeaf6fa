import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';

const SKELETON_AFTER_MS = 150;

/** False for the first 150 ms: what is quick shows no skeleton. */
export function useLate(): boolean {
	const [late, setLate] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setLate(true), SKELETON_AFTER_MS);
		return () => clearTimeout(timer);
	}, []);
	return late;
}

/** A screen whose code is still on its way. */
export function PageSkeleton() {
	const late = useLate();
	return (
		<div className={late ? undefined : 'unseen'} aria-busy="true">
			<Skeleton height={30} width={220} />
			<Skeleton height={320} mt={24} />
		</div>
	);
}
