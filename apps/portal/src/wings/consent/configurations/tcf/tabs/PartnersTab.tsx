/** Who is asked for: all of the vendor list or those chosen, and providers of Google's additional list. */
import '@mantine/core/styles/Radio.layer.css';
import type { AcProvider } from '@luvalla/contract/consent/tcf';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { Checkbox, Radio } from '@mantine/core';
import { useState } from 'react';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { VirtualRows } from '#portal/ui/list/VirtualRows.tsx';
import styles from '../../editor.module.css';
import type { TcfTabProps } from '../kind.ts';
import { useTcfTexts } from '../texts.ts';
import { useVendors } from '../use-vendors.ts';

export function PartnersTab({ draft, edit, problem, list }: TcfTabProps & { list: VendorList | null }) {
	const t = useTcfTexts();
	const [typed, setTyped] = useState('');
	const { vendors } = draft.config;
	const { present, find, notFound, missing } = useVendors(list);
	const chosen = vendors === 'all' ? null : new Set(vendors);
	const gone = vendors === 'all' ? [] : vendors.filter((id) => missing(id) !== null);
	const found = find(typed);
	const take = (id: number, on: boolean) =>
		edit((next) => {
			const before = next.config.vendors === 'all' ? [] : next.config.vendors;
			next.config.vendors = (on ? [...before, id] : before.filter((one) => one !== id)).sort((a, b) => a - b);
		});
	return (
		<div className="stack-16">
			<Radio.Group
				label={t('whichPartners')}
				value={chosen === null ? 'all' : 'chosen'}
				error={problem('vendors')}
				onChange={(value) =>
					edit((next) => {
						next.config.vendors = value === 'all' ? 'all' : [];
					})
				}
			>
				<Radio mt="xs" value="all" label={t('allPartners')} />
				<Radio mt="xs" value="chosen" label={t('chosenPartners')} />
			</Radio.Group>
			{chosen && list ? (
				<>
					<TextField label={t('findPartner')} type="search" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
					<p className={styles.quiet} role="status">
						{t('chosenCount', { chosen: chosen.size, all: present.length })}
						{found.length === 0 ? ` · ${notFound(typed)}` : ''}
					</p>
					{gone.map((id) => (
						<Checkbox key={id} label={missing(id)} checked onChange={() => take(id, false)} />
					))}
					{found.length > 0 ? (
						<VirtualRows
							caption={t('tabPartners')}
							rows={found}
							rowId={({ id }) => id}
							columns={[
								{
									key: 'name',
									header: t('partner'),
									cell: ({ id, name }) => (
										<Checkbox label={name} checked={chosen.has(id)} onChange={(event) => take(id, event.currentTarget.checked)} />
									),
								},
								{ key: 'number', header: t('partnerNumber'), cell: ({ id }) => String(id), right: true },
							]}
						/>
					) : null}
				</>
			) : null}
			<Providers draft={draft} edit={edit} problem={problem} />
		</div>
	);
}

const lineOf = ({ id, name, policyUrl }: AcProvider): string => `${id}, ${name}, ${policyUrl}`;

const providerOf = (line: string): AcProvider | null => {
	const [, id, name, policyUrl] = /^\s*(\d{1,6})\s*,\s*(.+?)\s*,\s*(https:\/\/\S+)\s*$/.exec(line) ?? [];
	return id && name && policyUrl ? { id: Number(id), name, policyUrl } : null;
};

/** The providers as lines of text; a line that is none stays on the screen and out of the draft. */
function Providers({ draft, edit, problem }: TcfTabProps) {
	const t = useTcfTexts();
	const [text, setText] = useState(() => draft.config.acProviders.map(lineOf).join('\n'));
	const lines = text.split('\n');
	const read = lines.map(providerOf);
	const wrong = read.findIndex((provider, i) => provider === null && lines[i]?.trim() !== '');
	return (
		<AreaField
			label={t('additional')}
			optional
			hint={t('additionalText')}
			error={wrong >= 0 ? t('additionalWrong', { line: wrong + 1 }) : problem('acProviders')}
			value={text}
			minRows={2}
			onChange={(event) => {
				const { value } = event.currentTarget;
				setText(value);
				edit((next) => {
					next.config.acProviders = value.split('\n').flatMap((line) => providerOf(line) ?? []);
				});
			}}
		/>
	);
}
