import { testWebhook } from '@luvalla/contract/consent/webhooks';
import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import { addDomain, allDomains, changeDomain, customerDomains, type Domain, readDomain } from '@luvalla/contract/tenancy/domains';
import { useState } from 'react';
import * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { rereadPlaces } from '#portal/lib/session.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import { useCustomers } from '#portal/ui/list/customers.ts';
import { useWebhookLabels, type WebhookValues, webhookInput, webhookValues } from '#portal/ui/webhook/values.ts';
import { WebhookFields } from '#portal/ui/webhook/WebhookFields.tsx';
import styles from './domains.module.css';
import { useDomainTexts } from './texts.ts';
import { WebhookSecret } from './WebhookSecret.tsx';
import { cameOf, failedOf, SamplePayload, SendTest, type Tested } from './WebhookTools.tsx';

interface Values extends Record<string, unknown> {
	domain: string;
	name: string;
	customerId: string;
	consentChangeWebHook: WebhookValues;
}

const initialOf = (row: Domain | null, customerId: number | null): Values => ({
	domain: row?.domain ?? '',
	name: row?.name ?? '',
	customerId: String(row?.customerId ?? customerId ?? ''),
	consentChangeWebHook: webhookValues(row?.consentChangeWebHook),
});

/** What is sent. */
function inputOf(values: Values) {
	return {
		domain: values.domain,
		name: values.name,
		customerId: Number(values.customerId),
		consentChangeWebHook: webhookInput(values.consentChangeWebHook),
	};
}

/** The webhook as it is stored, to compare. */
const storedHook = (row: Domain | null, customerId: number | null): string =>
	JSON.stringify(inputOf(initialOf(row, customerId)).consentChangeWebHook);

/** What was saved, and what comes of its webhook where that was changed. */
type Saved = Domain & { tested: Tested | undefined };

interface DomainFormProps {
	row: Domain | null;
	customerId: number | null;
	/** Leads to what shows whose an added one is. */
	onAdded?: (id: string) => void;
	/** Stays for what comes of the webhook that was saved. */
	onTested?: (tested: Tested | undefined) => void;
	/** What comes of the one that was saved before. */
	tested?: Tested | undefined;
}

/** Edit a domain; where its webhook is saved, it can be stayed for what comes of it. */
export function EditedDomain({ row, customerId }: { row: Domain; customerId: number | null }) {
	const [tests, setTests] = useState<readonly (Tested | undefined)[]>([]);
	// after each such saving the form begins anew
	return (
		<DomainForm
			key={tests.length}
			row={row}
			customerId={customerId}
			tested={tests.at(-1)}
			onTested={(tested) => setTests([...tests, tested])}
		/>
	);
}

/** Add (no row) or edit. Without a customer of the page, the form asks for one. */
export function DomainForm({ row, customerId, onAdded, onTested, tested }: DomainFormProps) {
	const t = useDomainTexts();
	const reload = [customerDomains, allDomains, readDomain, customerDomainList];
	// the header's selectors and the screens that work for one domain are told: else a new domain is there only after a reload
	const onSuccess = () => void rereadPlaces();
	const add = useCall(addDomain, { reload, onSuccess });
	const change = useCall(changeDomain, { reload, onSuccess });
	const deeper = useWebhookLabels('consentChangeWebHook');
	const asksCustomer = row === null && customerId === null;
	return (
		<DrawerForm<Values, Saved>
			initial={initialOf(row, customerId)}
			schema={row ? changeDomain.body : addDomain.body.extend({ customerId: z.number().min(1, { error: t('chooseCustomer') }) })}
			labels={{
				...(asksCustomer ? { customerId: t('customer') } : {}),
				name: t('name'),
				domain: t('domain'),
				consentChangeWebHook: t('webhook'),
			}}
			labelOf={deeper}
			toInput={(values) => (row ? { ...inputOf(values), id: row.id } : inputOf(values))}
			onSave={async (values, { domain, name, consentChangeWebHook }) => {
				const input = inputOf(values);
				const webhook = consentChangeWebHook && input.consentChangeWebHook;
				const saved = row
					? await change.mutateAsync({ body: { id: row.id, domain, name, consentChangeWebHook: webhook } })
					: await add.mutateAsync({ body: input });
				// Whatever becomes of it is swallowed, by the specification (calls.md sections 7 and 8), but for who asks.
				const tested =
					webhook && webhook.url !== '' ? ask(testWebhook, { params: { id: saved.data.id } }).then(cameOf, failedOf) : undefined;
				return { ...saved.data, tested };
			}}
			saveLabel={row ? t('save') : t('add')}
			onward={onAdded && { label: t('addAndProve'), go: ({ id }) => onAdded(id) }}
			nothing={row ? undefined : addDomain.invalid}
		>
			{(form, saveAnd) => (
				<>
					{asksCustomer ? <CustomerField form={form} /> : null}
					<TextField label={t('name')} hint={t('nameHint')} optional {...form.getInputProps('name')} />
					<TextField
						label={t('domain')}
						hint={row?.banner ? t('domainLocked') : t('domainHint')}
						readOnly={row?.banner != null}
						autoCapitalize="off"
						spellCheck={false}
						{...form.getInputProps('domain')}
					/>
					<WebhookPart form={form} row={row} tested={tested} onSave={onTested && (() => saveAnd((saved) => onTested(saved.tested)))} />
				</>
			)}
		</DrawerForm>
	);
}

function CustomerField({ form }: { form: Form<Values> }) {
	const t = useDomainTexts();
	const chosen = Number(form.getValues().customerId);
	const { list, customers, onType } = useCustomers(chosen > 0 ? chosen : undefined);
	const options = customers.map((one) => ({ value: String(one.customerId), label: one.customerName }));
	const field = form.getInputProps('customerId');
	return (
		<SelectField
			label={t('customer')}
			placeholder={t('chooseCustomer')}
			data={options}
			searchable
			onSearchChange={onType}
			allowDeselect={false}
			{...field}
			error={list.isError ? list.error.message : field.error}
		/>
	);
}

interface WebhookPartProps {
	form: Form<Values>;
	row: Domain | null;
	tested: Tested | undefined;
	onSave: (() => void) | undefined;
}

function WebhookPart({ form, row, tested, onSave }: WebhookPartProps) {
	const t = useDomainTexts();
	const person = usePerson();
	const { domain, consentChangeWebHook } = inputOf(form.values);
	return (
		<fieldset className="stack-12 bare-set">
			<legend className={styles.legend}>{t('whenTitle')}</legend>
			<p className={styles.text}>{t('whenText')}</p>
			<WebhookFields form={form} at="consentChangeWebHook" optional />
			<SendTest
				webhook={consentChangeWebHook ?? { url: '', headerValues: [] }}
				domain={domain}
				stored={row && JSON.stringify(consentChangeWebHook) === storedHook(row, null) ? row.id : null}
				tested={tested}
				onSave={onSave}
			/>
			<SamplePayload domain={domain} />
			{row?.consentChangeWebHook && (person.isAdmin || person.isPartner || person.customerAdmin) ? (
				<WebhookSecret domainId={row.id} />
			) : null}
		</fieldset>
	);
}
