/** The fields of one restriction: purpose, kind, and the partners it is for. */
import '@mantine/core/styles/Radio.layer.css';
import { concerns, type Use } from '@luvalla/banner/tcf/list';
import type { PublisherRestriction } from '@luvalla/contract/consent/tcf';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { Button, Radio } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { FieldError, SelectField } from '#portal/ui/form/fields.tsx';
import styles from '../../editor.module.css';
import type { TcfTabProps } from '../kind.ts';
import { PickedList } from '../PickedList.tsx';
import { useTcfTexts } from '../texts.ts';
import { useVendors } from '../use-vendors.ts';
import { typesFor, useTypeNames } from './restriction-types.ts';

interface RestrictionFormProps extends TcfTabProps {
	at: number;
	list: VendorList | null;
	use: Use | null;
	/** How many partners may do less because of it. */
	effect: number | undefined;
	/** Why it is void or refused. */
	wrong: string | null;
	onRemove: () => void;
}

const choiceOf = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: `${name} (${id})` });

export function RestrictionForm({ draft, edit, at, list, use, effect, wrong, onRemove }: RestrictionFormProps) {
	const t = useTcfTexts();
	const types = useTypeNames();
	const { present, find, notFound, nameOf, missing } = useVendors(list);
	const restriction = draft.config.publisherRestrictions[at];
	if (!restriction) return null;
	const { purpose, type, vendors } = restriction;
	const change = (act: (one: PublisherRestriction) => void) =>
		edit((next) => {
			const one = next.config.publisherRestrictions[at];
			if (one) act(one);
		});
	const choose = (ids: number[]) =>
		change((one) => {
			one.vendors = ids.sort((a, b) => a - b);
		});
	/** Why a chosen partner is not touched by it. */
	const untouched = (id: number): string | null => {
		const vendor = use?.vendors.find((one) => one.id === id);
		return missing(id) ?? (vendor ? (concerns(vendor, restriction) ? null : t('vendorUntouched')) : t('vendorNotChosen'));
	};
	return (
		<div className={styles.unfolded}>
			<SelectField
				label={t('restrictPurpose')}
				data={Object.values(list?.purposes ?? {}).map(({ id, name }) => ({ value: String(id), label: `${id} · ${name.trim()}` }))}
				value={String(purpose)}
				allowDeselect={false}
				onChange={(value) =>
					change((one) => {
						one.purpose = Number(value);
						if (!typesFor(one.purpose).includes(one.type)) one.type = 0;
					})
				}
			/>
			<SelectField
				label={t('restrictType')}
				hint={typesFor(purpose).length === 1 ? t('restrictConsentOnly') : t('restrictFlexible')}
				data={[...new Set([...typesFor(purpose), type])].map((one) => ({ value: String(one), label: types[one] }))}
				value={String(type)}
				allowDeselect={false}
				onChange={(value) =>
					change((one) => {
						one.type = typesFor(one.purpose).find((known) => String(known) === value) ?? one.type;
					})
				}
			/>
			<Radio.Group
				label={t('restrictWhom')}
				value={vendors === 'all' ? 'all' : 'some'}
				onChange={(value) =>
					change((one) => {
						one.vendors = value === 'all' ? 'all' : [];
					})
				}
			>
				<Radio mt="xs" value="all" label={t('restrictAll')} />
				<Radio mt="xs" value="some" label={t('chosenPartners')} />
			</Radio.Group>
			{vendors === 'all' ? null : (
				<PickedList
					legend={t('restrictPartners')}
					hint={vendors.length === 0 ? t('restrictPartnersEmpty') : undefined}
					add={t('addPartner')}
					picked={vendors.map((id) => ({ value: String(id), label: nameOf(id), wrong: untouched(id) }))}
					choices={present.map(choiceOf)}
					find={(typed) => find(typed).map(choiceOf)}
					notFound={notFound}
					onPick={(id) => choose([...vendors, Number(id)])}
					onDrop={(id) => choose(vendors.filter((one) => String(one) !== id))}
				/>
			)}
			<div role="status">
				{wrong ? (
					<FieldError>{wrong}</FieldError>
				) : effect ? (
					<p className={styles.quiet}>{t('restrictEffect', { count: effect })}</p>
				) : null}
			</div>
			<div>
				<Button variant="default" size="xs" leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />} onClick={onRemove}>
					{t('removeRestriction')}
				</Button>
			</div>
		</div>
	);
}
