/** The TCF configurations of a customer. */
import { ConfigurationList } from '../ConfigurationList.tsx';
import { useTcfTexts } from './texts.ts';

export function TcfListScreen() {
	const t = useTcfTexts();
	return <ConfigurationList kind="tcf" title={t('title')} emptyTitle={t('emptyTitle')} emptyText={t('emptyText')} />;
}
