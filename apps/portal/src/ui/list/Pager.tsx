import { NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId } from 'react';
import { PAGE_SIZES } from '#portal/lib/search.ts';
import { useKitTexts } from '../texts.ts';
import styles from './Pager.module.css';

interface PagerProps {
	page: number;
	size: number;
	total: number;
	/** There are more than `total`. */
	more?: boolean;
	onPage: (page: number) => void;
	/** None: pages are of one size. */
	onSize?: (size: number) => void;
}

/** Which pages are offered: the first, the last, and those around the current one. */
function offered(page: number, pages: number): readonly (number | 'gap')[] {
	const wanted = [...new Set([1, page - 1, page, page + 1, pages])].filter((one) => one >= 1 && one <= pages).sort((a, b) => a - b);
	return wanted.flatMap((one, i) => {
		const before = wanted[i - 1];
		return before !== undefined && one - before > 1 ? ['gap' as const, one] : [one];
	});
}

/** Range at the left; rows a page and the pages at the right. */
export function Pager({ page, size, total, more = false, onPage, onSize }: PagerProps) {
	const t = useKitTexts();
	const id = useId();
	if (total === 0) return null;
	const pages = Math.max(1, Math.ceil(total / size));
	const from = (page - 1) * size + 1;
	return (
		<div className={styles.pager}>
			<span className="num">
				{t('range', { from, to: Math.min(page * size, total), total })}
				{more ? '+' : ''}
			</span>
			<span className="spring" />
			{onSize ? (
				<label className={styles.rows} htmlFor={id}>
					{t('rows')}
					<NativeSelect
						size="xs"
						value={String(size)}
						data={PAGE_SIZES.map(String)}
						onChange={(event) => onSize(Number(event.currentTarget.value))}
					/>
				</label>
			) : null}
			{pages > 1 ? (
				<nav aria-label={t('pages')} className={styles.pages}>
					<button
						type="button"
						className={styles.page}
						aria-label={t('previousPage')}
						disabled={page <= 1}
						onClick={() => onPage(page - 1)}
					>
						<IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />
					</button>
					{offered(page, pages).map((one, i) =>
						one === 'gap' ? (
							// biome-ignore lint/suspicious/noArrayIndexKey: at most two gaps, told apart by their place
							<span key={`gap-${i}`} className={styles.gap}>
								…
							</span>
						) : (
							<button
								key={one}
								type="button"
								className={styles.page}
								aria-label={t('page', { number: one })}
								aria-current={one === page ? 'page' : undefined}
								onClick={() => onPage(one)}
							>
								{one}
							</button>
						),
					)}
					<button
						type="button"
						className={styles.page}
						aria-label={t('nextPage')}
						disabled={page >= pages}
						onClick={() => onPage(page + 1)}
					>
						<IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
					</button>
				</nav>
			) : null}
		</div>
	);
}
