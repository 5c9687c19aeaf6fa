import { Empty } from './Empty.tsx';
import { PageHeader } from './PageHeader.tsx';

export interface NoDomainProps {
	title: string;
	/** There is one to choose. */
	any: boolean;
	/** Of the feature: what to choose and why, and what is said where there is none. */
	t: (key: 'noDomain' | 'noDomainWhy' | 'noDomains' | 'noDomainsWhy') => string;
}

/** A page of a domain's things, while no domain is chosen that the person administers. */
export function NoDomain({ title, any, t }: NoDomainProps) {
	return (
		<>
			<PageHeader title={title} />
			<Empty title={any ? t('noDomain') : t('noDomains')}>{any ? t('noDomainWhy') : t('noDomainsWhy')}</Empty>
		</>
	);
}
