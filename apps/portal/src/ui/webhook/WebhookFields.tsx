/** The address of a webhook, and the headers that are sent along. */
import { ActionIcon, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { Form } from '#portal/ui/form/use-form.ts';
import { FieldError, TextField } from '../form/fields.tsx';
import { useRows } from '../form/use-rows.ts';
import { useWebhookTexts } from './texts.ts';
import type { HeaderLine, WebhookValues } from './values.ts';
import styles from './webhook.module.css';

/** What is asked of the form, whatever else it holds. */
interface FormOf<At extends string> extends Pick<Form<Record<string, unknown>>, 'getInputProps' | 'removeListItem'> {
	values: Record<At, WebhookValues>;
	insertListItem: (list: string, line: HeaderLine) => void;
}

interface WebhookFieldsProps<At extends string> {
	form: FormOf<At>;
	/** Its name in the form. */
	at: At;
	optional?: boolean;
}

export function WebhookFields<At extends string>({ form, at, optional }: WebhookFieldsProps<At>) {
	const t = useWebhookTexts();
	const list = `${at}.headerValues`;
	const rows = useRows<HTMLDivElement>();
	return (
		<>
			<TextField
				label={t('url')}
				{...(optional ? { optional } : {})}
				type="url"
				placeholder="https://"
				{...form.getInputProps(`${at}.url`)}
			/>
			<div ref={rows.list} className="stack-8">
				<span className="strong">{t('headers')}</span>
				{form.values[at].headerValues.map((line, i) => {
					const { error: headerError, ...header } = form.getInputProps(`${list}.${i}.header`);
					const { error: valueError, ...value } = form.getInputProps(`${list}.${i}.value`);
					return (
						<div key={line.id} data-row className={styles.header}>
							<TextInput
								aria-label={t('header', { number: i + 1 })}
								classNames={{ input: 'mono' }}
								{...header}
								error={headerError ? <FieldError>{headerError}</FieldError> : null}
							/>
							<TextInput
								aria-label={t('value', { number: i + 1 })}
								classNames={{ input: 'mono' }}
								{...value}
								error={valueError ? <FieldError>{valueError}</FieldError> : null}
							/>
							<ActionIcon
								variant="subtle"
								color="gray"
								size={36}
								aria-label={t('removeHeader', { number: i + 1 })}
								onClick={() => {
									form.removeListItem(list, i);
									rows.removed(i);
								}}
							>
								<IconTrash size={16} stroke={1.75} />
							</ActionIcon>
						</div>
					);
				})}
				<div>
					<button
						type="button"
						className="link"
						data-adds
						onClick={() => {
							form.insertListItem(list, { id: crypto.randomUUID(), header: '', value: '' });
							rows.added();
						}}
					>
						<IconPlus size={16} stroke={2} aria-hidden="true" />
						{t('addHeader')}
					</button>
				</div>
			</div>
		</>
	);
}
