/** A site on the list: how it is scanned and how often; after saving, the one press that scans it. */

import { addScanSite, changeScanSite, SCAN_EVERY, type ScanEvery, type ScanSite, scanSites } from '@luvalla/contract/consent/cookie-scans';
import { SCAN_DEPTH, SCAN_PAGES } from '@luvalla/contract/consent/scans';
import { useCall } from '#portal/lib/calls.ts';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { HostField } from '#portal/ui/form/HostField.tsx';
import { HowFields } from './ScanForm.tsx';
import { useScanTexts } from './texts.ts';

interface Values extends Record<string, unknown> {
	domain: string;
	every: ScanEvery;
	pages: number;
	depth: number;
	robots: boolean;
	nonCmp: boolean;
}

interface SiteFormProps {
	customerId: number;
	/** Null: a new one. */
	site: ScanSite | null;
	onScan: (site: ScanSite) => void;
}

export function SiteForm({ customerId, site, onScan }: SiteFormProps) {
	const t = useScanTexts();
	const add = useCall(addScanSite, { reload: [scanSites] });
	const change = useCall(changeScanSite, { reload: [scanSites] });
	const initial: Values = {
		domain: site?.domain ?? '',
		every: site?.every ?? 'week',
		pages: site?.pages ?? SCAN_PAGES.usual,
		depth: site?.depth ?? SCAN_DEPTH.usual,
		robots: site?.robots ?? false,
		nonCmp: site?.nonCmp ?? false,
	};
	const save = async ({ domain, ...how }: Values): Promise<ScanSite> => {
		const { data } =
			site === null
				? await add.mutateAsync({ body: { customerId, domain, ...how } })
				: await change.mutateAsync({ params: { id: customerId, siteId: site.id }, body: how });
		return data;
	};
	return (
		<DrawerForm<Values, ScanSite>
			initial={initial}
			schema={addScanSite.body.omit({ customerId: true })}
			labels={{
				domain: t('domain'),
				every: t('every'),
				nonCmp: t('nonCmp'),
				pages: t('pages'),
				depth: t('depth'),
				robots: t('robots'),
			}}
			onSave={save}
			saveLabel={site === null ? t('addSite') : t('save')}
			onward={site === null ? { label: t('addAndScan'), go: onScan } : undefined}
		>
			{(form) => (
				<>
					<HostField label={t('domain')} hint={t('domainHint')} readOnly={site !== null} {...form.getInputProps('domain')} />
					<SelectField
						label={t('every')}
						data={SCAN_EVERY.map((value) => ({ value, label: t(`every_${value}`) }))}
						allowDeselect={false}
						{...form.getInputProps('every')}
					/>
					<HowFields form={form} />
				</>
			)}
		</DrawerForm>
	);
}
