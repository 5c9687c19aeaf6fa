import { Empty } from '#portal/ui/Empty.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { useAudienceTexts } from './texts.ts';

/** Audiences are offered for domains that the person administers alone. @param any there is one to choose */
export function NoDomain({ title, any }: { title: string; any: boolean }) {
	const t = useAudienceTexts();
	return (
		<>
			<PageHeader title={title} />
			<Empty title={any ? t('noDomain') : t('noDomains')}>{any ? t('noDomainWhy') : t('noDomainsWhy')}</Empty>
		</>
	);
}
