import { Button, Group } from '@mantine/core';
import { IconBuilding, IconSelector } from '@tabler/icons-react';
import { cloneElement, type ReactNode, useState } from 'react';
import { switchCustomer, switchDomain } from '#portal/lib/session.ts';
import { leave } from '#portal/lib/unsaved.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { useWorkedFor } from '#portal/lib/worked-for.ts';
import { Dialog } from '#portal/ui/Dialog.tsx';
import { useLatePart } from '#portal/ui/late.ts';
import type { Screen } from '../screen.ts';
import { useShellTexts } from '../texts.ts';
import type { SelectorProps } from './SelectorChoices.tsx';
import styles from './Shell.module.css';

/** As lists of names are sorted, whichever language is shown. */
const byLabel = (one: { label: string }, other: { label: string }) => one.label.localeCompare(other.label, 'fi');

/**
 * Whom one works for: the customer selector (more than one mapped customer) or the customer's name; and domain selector (only on the pages that ask for it).
 * ADMIN sees neither selector, but where there is room the name of the customer whose page was open last. A choice is confirmed, then the view refreshes after 2000 ms.
 */
export function Selectors({ screen }: { screen: Screen | undefined }) {
	const t = useShellTexts();
	const person = usePerson();
	const [wanted, setWanted] = useState<{ kind: 'customer'; id: number } | { kind: 'domain'; id: string } | null>(null);
	const worked = useWorkedFor();
	if (person.isNormalUser) return null;
	if (person.isAdmin)
		return worked ? (
			<div className={`${styles.selectors} ${styles.worked}`}>
				<CustomerName name={worked.name} />
			</div>
		) : null;
	const customer = person.currentCustomer;
	const showsDomain = screen?.domainSelector !== undefined;
	const domains = person.mappedDomains.filter(
		(one) => one.customerId === customer?.id && (screen?.domainSelector !== 'administered' || one.isAdmin),
	);
	return (
		<div className={styles.selectors}>
			{person.mappedCustomers.length > 1 ? (
				<Selector
					label={t('customer')}
					search={t('findCustomer')}
					empty={t('noneFound')}
					icon={<IconBuilding size={16} stroke={1.75} aria-hidden="true" />}
					options={person.mappedCustomers.map((one) => ({ value: String(one.id), label: one.name })).toSorted(byLabel)}
					value={customer ? String(customer.id) : null}
					count={t('customersCount', { count: person.mappedCustomers.length })}
					onChoose={(value) => leave(() => setWanted({ kind: 'customer', id: Number(value) }))}
				/>
			) : customer ? (
				<CustomerName name={customer.name} />
			) : null}
			{showsDomain ? (
				<>
					{customer ? (
						<span className={styles.slash} aria-hidden="true">
							/
						</span>
					) : null}
					<Selector
						label={t('domain')}
						search={t('findDomain')}
						empty={domains.length === 0 ? t('noDomains') : t('noneFound')}
						placeholder={domains.length === 0 ? t('noDomains') : t('chooseDomain')}
						options={domains.map((one) => ({ value: one.id, label: one.domain }))}
						value={person.currentDomain?.id ?? null}
						count={t('domainsOf', { count: domains.length, customer: customer?.name ?? '' })}
						onChoose={(value) => leave(() => setWanted({ kind: 'domain', id: value }))}
					/>
				</>
			) : null}
			<SwitchDialog
				question={wanted?.kind === 'domain' ? t('switchDomain') : t('switchCustomer')}
				opened={wanted !== null}
				onCancel={() => setWanted(null)}
				onOk={() =>
					wanted?.kind === 'domain' ? switchDomain(wanted.id) : wanted?.kind === 'customer' ? switchCustomer(wanted.id) : Promise.resolve()
				}
			/>
		</div>
	);
}

/** Whom one works for, where there is nothing to choose from: ADMIN chooses on the page. */
function CustomerName({ name }: { name: string }) {
	const t = useShellTexts();
	return (
		<span className={styles.customer} title={name}>
			<IconBuilding size={16} stroke={1.75} aria-hidden="true" />
			<span className="visually-hidden">{t('customer')}: </span>
			<span>{name}</span>
		</span>
	);
}

const loadChoices = () => import('./SelectorChoices.tsx').then((module) => module.SelectorChoices);

/** What is current, as a button; the choices come when they are first wanted. */
function Selector(props: Omit<SelectorProps, 'button'> & { placeholder?: string; icon?: ReactNode }) {
	const { label, placeholder, icon, options, value } = props;
	const { Part, button } = useLatePart<SelectorProps>(loadChoices, 'listbox');
	const current = options.find((one) => one.value === value)?.label ?? placeholder;
	const plain = (
		<button type="button" className={styles.selector} aria-label={`${label}: ${current ?? ''}`}>
			{icon}
			<span>{current}</span>
			<IconSelector size={15} stroke={1.75} aria-hidden="true" />
		</button>
	);
	return Part ? <Part {...props} button={plain} /> : cloneElement(plain, button);
}

/** The specified sentences. OK waits with the page until it refreshes. */
function SwitchDialog({
	question,
	opened,
	onOk,
	onCancel,
}: {
	question: string;
	opened: boolean;
	onOk: () => Promise<void>;
	onCancel: () => void;
}) {
	const t = useShellTexts();
	const [working, setWorking] = useState(false);
	const ok = async () => {
		setWorking(true);
		await onOk();
		setWorking(false);
		onCancel();
	};
	return (
		<Dialog opened={opened} onClose={working ? () => {} : onCancel} title={question}>
			<p>{t('switchSaved')}</p>
			<Group justify="flex-end" mt="lg" gap="xs">
				<Button variant="default" onClick={onCancel} disabled={working}>
					{t('cancel')}
				</Button>
				<Button onClick={() => void ok()} loading={working} data-autofocus>
					{t('ok')}
				</Button>
			</Group>
		</Dialog>
	);
}
