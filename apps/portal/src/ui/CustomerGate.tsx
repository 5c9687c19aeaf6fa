import type { ReactNode } from 'react';
import { Empty, Failed } from './Empty.tsx';
import { PageSkeleton } from './Loading.tsx';
import type { PageCustomer } from './list/pickers.tsx';
import { PageHeader } from './PageHeader.tsx';
import { useKitTexts } from './texts.ts';

/**
 * Draws a page's body once its customer is known; says why it is not, and what to do.
 * With `title` it draws the page's heading too while the body, which has its own, is not there.
 */
export function CustomerGate({ page: { customerId, list }, title, children }: { page: PageCustomer; title?: string; children: ReactNode }) {
	const t = useKitTexts();
	if (customerId !== null) return children;
	return (
		<>
			{title ? <PageHeader title={title} /> : null}
			{list.isPending ? (
				<PageSkeleton />
			) : list.isError ? (
				<Failed query={list} />
			) : (
				<Empty title={t('noCustomer')}>{t('noCustomerWhy')}</Empty>
			)}
		</>
	);
}
