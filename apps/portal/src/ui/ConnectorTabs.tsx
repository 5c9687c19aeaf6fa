/** The tabs of `/connectors`: where data goes, and who letters are from. */
import { PageTabs } from './list/PageTabs.tsx';

const TABS = [
	{ to: '/connectors', label: { en: 'Connectors', fi: 'Yhdistimet' } },
	{ to: '/connectors/senders', label: { en: 'Senders', fi: 'Lähettäjät' } },
];

/** @param customer ADMIN's choice, which both pages are about */
export function ConnectorTabs({ customer }: { customer: number | undefined }) {
	return (
		<PageTabs
			label={{ en: 'Connectors and senders', fi: 'Yhdistimet ja lähettäjät' }}
			tabs={TABS}
			search={customer === undefined ? {} : { customer: String(customer) }}
		/>
	);
}
