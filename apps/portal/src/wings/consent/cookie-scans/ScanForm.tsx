/** Which site is scanned, and how: a drawer's form. */
import { HostField } from '#portal/ui/form/HostField.tsx';
import '@mantine/core/styles/NumberInput.layer.css';
import { type CookieScan, NewScan, scanCookies, scanCookiesWithoutBanner, scanHistory } from '@luvalla/contract/consent/cookie-scans';
import { SCAN_DEPTH, SCAN_PAGES } from '@luvalla/contract/consent/scans';
import { NumberInput } from '@mantine/core';
import { useId } from 'react';
import * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import { useScanTexts } from './texts.ts';

/** How a site is visited. */
interface How extends Record<string, unknown> {
	pages: number;
	depth: number;
	robots: boolean;
	nonCmp: boolean;
}

/** Both forms ask for it. */
export function HowFields<Values extends How>({ form }: { form: Pick<Form<Values>, 'getInputProps'> }) {
	const t = useScanTexts();
	return (
		<>
			<SwitchField label={t('nonCmp')} hint={t('nonCmpHint')} {...form.getInputProps('nonCmp', { type: 'checkbox' })} />
			<NumberInput label={t('pages')} min={1} max={SCAN_PAGES.most} allowDecimal={false} {...form.getInputProps('pages')} />
			<NumberInput label={t('depth')} min={0} max={SCAN_DEPTH.most} allowDecimal={false} {...form.getInputProps('depth')} />
			<SwitchField label={t('robots')} {...form.getInputProps('robots', { type: 'checkbox' })} />
		</>
	);
}

interface Values extends How {
	domain: string;
}

interface ScanFormProps {
	customerId: number;
	/** Hosts that are offered. */
	known: readonly string[];
	begins: string;
	/** Leads to the scan. */
	onStarted: (id: string) => void;
}

export function ScanForm({ customerId, known, begins, onStarted }: ScanFormProps) {
	const t = useScanTexts();
	const list = useId();
	const settings = { reload: [scanHistory], quiet: true } as const;
	const scan = useCall(scanCookies, settings);
	const plain = useCall(scanCookiesWithoutBanner, settings);
	const initial: Values = { domain: '', pages: SCAN_PAGES.usual, depth: SCAN_DEPTH.usual, robots: false, nonCmp: false };
	const save = async ({ nonCmp, ...body }: Values): Promise<CookieScan> => {
		const { data } = await (nonCmp ? plain : scan).mutateAsync({ body: { customerId, ...body } });
		return data;
	};
	return (
		<DrawerForm<Values, CookieScan>
			initial={initial}
			begins={{ ...initial, domain: begins }}
			schema={z.object({ ...NewScan.omit({ customerId: true }).shape, domain: NewScan.shape.domain.unwrap() })}
			labels={{ domain: t('domain'), nonCmp: t('nonCmp'), pages: t('pages'), depth: t('depth'), robots: t('robots') }}
			onSave={save}
			saveLabel={t('scanBehind')}
			onward={{ label: t('scanAndWatch'), go: ({ id }) => onStarted(id) }}
		>
			{(form) => (
				<>
					<HostField label={t('domain')} hint={t('domainHint')} list={list} {...form.getInputProps('domain')} />
					<datalist id={list}>
						{known.map((host) => (
							<option key={host} value={host} />
						))}
					</datalist>
					<HowFields form={form} />
				</>
			)}
		</DrawerForm>
	);
}
