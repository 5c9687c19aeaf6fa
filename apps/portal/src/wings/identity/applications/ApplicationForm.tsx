import { type Application, addApplication, applications, changeApplication } from '@luvalla/contract/identity/applications';
import { Button, Group } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useCall } from '#portal/lib/calls.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import styles from './applications.module.css';
import { useApplicationTexts } from './texts.ts';

interface Values extends Record<string, unknown> {
	clientName: string;
	name: string;
	clientType: string;
	/** One a line, all three. */
	redirectUrl: string;
	allowedOrigins: string;
	postLogoutRedirectUris: string;
	logoUri: string;
	primaryColor: string;
	secondaryColor: string;
	allowOfflineAccess: boolean;
	backchannelLogoutUri: string;
}

const typeOf = (text: string): 0 | 1 | 2 => (text === '0' ? 0 : text === '2' ? 2 : 1);
const linesOf = (text: string): string[] =>
	text
		.split(/\s*\n\s*/)
		.map((line) => line.trim())
		.filter((line) => line !== '');

/** What the calls take: lists from lines, and only what the type uses. */
const detailsOf = (values: Values) => {
	const clientType = typeOf(values.clientType);
	return {
		clientName: values.clientName,
		name: values.name,
		clientType,
		redirectUrl: clientType === 1 ? linesOf(values.redirectUrl) : [],
		allowedOrigins: clientType === 0 ? [] : linesOf(values.allowedOrigins),
		postLogoutRedirectUris: clientType === 1 ? linesOf(values.postLogoutRedirectUris) : [],
		logoUri: values.logoUri.trim(),
		primaryColor: values.primaryColor.trim(),
		secondaryColor: values.secondaryColor.trim(),
		allowOfflineAccess: clientType === 1 && values.allowOfflineAccess,
		backchannelLogoutUri: clientType === 0 ? '' : values.backchannelLogoutUri.trim(),
	};
};

/** What the form begins with; null: a new one. */
const valuesOf = (row: Application | null): Values => ({
	clientName: row?.clientName ?? '',
	name: row?.name ?? '',
	clientType: String(row?.clientType ?? 1),
	redirectUrl: row?.redirectUrl.join('\n') ?? '',
	allowedOrigins: row?.allowedOrigins.join('\n') ?? '',
	postLogoutRedirectUris: row?.postLogoutRedirectUris.join('\n') ?? '',
	logoUri: row?.logoUri ?? '',
	primaryColor: row?.primaryColor ?? '',
	secondaryColor: row?.secondaryColor ?? '',
	allowOfflineAccess: row?.allowOfflineAccess ?? false,
	backchannelLogoutUri: row?.backchannelLogoutUri ?? '',
});

/** Add (no row) or edit. `onSecret` is given the one secret that is ever answered. */
export function ApplicationForm({
	row,
	customerId,
	onSecret,
}: {
	row: Application | null;
	customerId: number;
	onSecret: (secret: string) => void;
}) {
	const t = useApplicationTexts();
	const add = useCall(addApplication, { reload: [applications], onSuccess: ({ clientSecret }) => clientSecret && onSecret(clientSecret) });
	const change = useCall(changeApplication, { reload: [applications] });
	return (
		<DrawerForm<Values>
			initial={valuesOf(row)}
			schema={addApplication.body}
			labels={{
				clientName: t('clientName'),
				name: t('name'),
				clientType: t('type'),
				redirectUrl: t('redirectUrl'),
				allowedOrigins: t('allowedOrigins'),
				postLogoutRedirectUris: t('postLogout'),
				logoUri: t('logoUri'),
				primaryColor: t('primaryColor'),
				secondaryColor: t('secondaryColor'),
				allowOfflineAccess: t('offline'),
				backchannelLogoutUri: t('backchannel'),
			}}
			toInput={(values) => ({ customerId, ...detailsOf(values) })}
			onSave={(values) =>
				row
					? change.mutateAsync({ body: { customerId, clientId: row.clientId, ...detailsOf(values) } })
					: add.mutateAsync({ body: { customerId, ...detailsOf(values) } })
			}
			saveLabel={row ? t('save') : t('add')}
			nothing={row ? undefined : addApplication.invalid}
		>
			{(form) => {
				const type = typeOf(form.values.clientType);
				/** An error of one line stands under the whole field. */
				const lines = (field: 'redirectUrl' | 'allowedOrigins' | 'postLogoutRedirectUris') => ({
					...form.getInputProps(field),
					error: form.errors[field] ?? Object.entries(form.errors).find(([path]) => path.startsWith(`${field}.`))?.[1],
				});
				return (
					<>
						<SelectField
							label={t('type')}
							hint={row ? t('typeHint') : t(`about${type}`)}
							data={([0, 1, 2] as const).map((one) => ({ value: String(one), label: t(`type${one}`) }))}
							allowDeselect={false}
							disabled={row !== null}
							{...form.getInputProps('clientType')}
						/>
						<TextField label={t('clientName')} hint={t('clientNameHint')} {...form.getInputProps('clientName')} />
						<TextField label={t('name')} optional {...form.getInputProps('name')} />
						{type === 1 ? <AreaField label={t('redirectUrl')} hint={t('redirectHint')} mono minRows={2} {...lines('redirectUrl')} /> : null}
						{type === 0 ? null : (
							<AreaField
								label={t('allowedOrigins')}
								optional={type === 1}
								hint={t('originsHint')}
								mono
								minRows={2}
								{...lines('allowedOrigins')}
							/>
						)}
						{type === 1 ? (
							<>
								<AreaField label={t('postLogout')} optional hint={t('linesHint')} mono minRows={2} {...lines('postLogoutRedirectUris')} />
								<SwitchField
									label={t('offline')}
									hint={t('offlineHint')}
									{...form.getInputProps('allowOfflineAccess', { type: 'checkbox' })}
								/>
							</>
						) : null}
						{type === 0 ? null : (
							<>
								<TextField
									label={t('backchannel')}
									optional
									hint={t('backchannelHint')}
									type="url"
									{...form.getInputProps('backchannelLogoutUri')}
								/>
								<TextField label={t('logoUri')} optional type="url" {...form.getInputProps('logoUri')} />
								<TextField label={t('primaryColor')} optional hint={t('colourHint')} mono {...form.getInputProps('primaryColor')} />
								<TextField label={t('secondaryColor')} optional mono {...form.getInputProps('secondaryColor')} />
							</>
						)}
						{row ? <Fixed row={row} /> : null}
					</>
				);
			}}
		</DrawerForm>
	);
}

/** What the specification fixes, and for the login component the line to paste. */
function Fixed({ row }: { row: Application }) {
	const t = useApplicationTexts();
	const clipboard = useClipboard({ timeout: 2000 });
	const snippet = `<script src="${window.location.origin}/identity/login.js"></script>\n<luvalla-login client-id="${row.clientId}"${row.primaryColor === '' ? '' : ` color="${row.primaryColor}"`}></luvalla-login>`;
	return (
		<>
			<div>
				<h3 className={styles.heading}>{t('fixed')}</h3>
				<p className={styles.quiet}>{t('fixedText', { seconds: row.accessTokenLifetime, scope: row.allowedScopes[0] })}</p>
				<p className={styles.quiet}>
					{t('clientId')} <code>{row.clientId}</code> · <code>{row.allowedGrantTypes.join(', ')}</code>
				</p>
			</div>
			{row.clientType === 2 ? (
				<div>
					<h3 className={styles.heading}>{t('snippet')}</h3>
					<pre className={styles.snippet}>{snippet}</pre>
					<Group justify="flex-end">
						<Button
							variant="default"
							leftSection={
								clipboard.copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} stroke={1.75} aria-hidden="true" />
							}
							onClick={() => clipboard.copy(snippet)}
						>
							<span role="status">{clipboard.copied ? t('copied') : t('copy')}</span>
						</Button>
					</Group>
				</div>
			) : null}
		</>
	);
}
