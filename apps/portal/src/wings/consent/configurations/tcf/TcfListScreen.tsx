/** The TCF configurations of a customer. */
import { deleteTcfConfiguration, tcfConfigurations } from '@luvalla/contract/consent/tcf';
import { ConfigurationList } from '../ConfigurationList.tsx';
import { useListing } from '../use-listing.ts';
import { useTcfTexts } from './texts.ts';

export function TcfListScreen() {
	const t = useTcfTexts();
	return (
		<ConfigurationList
			{...useListing(tcfConfigurations, deleteTcfConfiguration)}
			root="/tcfconfig"
			name="tcfconfigurations"
			title={t('title')}
			emptyTitle={t('emptyTitle')}
			emptyText={t('emptyText')}
		/>
	);
}
