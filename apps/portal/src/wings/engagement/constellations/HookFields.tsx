/** Where messages of the webhook channel go, with the headers that are sent along. */
import { ActionIcon, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { FieldError, TextField } from '#portal/ui/fields.tsx';
import styles from './constellations.module.css';
import { useConstellationTexts } from './texts.ts';
import type { Values } from './values.ts';

const LIST = 'webHook.headerValues';

export function HookFields({ form }: { form: UseFormReturnType<Values> }) {
	const t = useConstellationTexts();
	return (
		<fieldset className={styles.group}>
			<legend className={styles.legend}>{t('webhook')}</legend>
			<p className={styles.text}>{t('webhookHint')}</p>
			<TextField label={t('url')} type="url" placeholder="https://" {...form.getInputProps('webHook.url')} />
			<span className={styles.headersTitle}>{t('headers')}</span>
			{form.values.webHook.headerValues.map((line, i) => {
				const { error: headerError, ...header } = form.getInputProps(`${LIST}.${i}.header`);
				const { error: valueError, ...value } = form.getInputProps(`${LIST}.${i}.value`);
				return (
					<div key={line.id} className={styles.header}>
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
							onClick={() => form.removeListItem(LIST, i)}
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
					onClick={() => form.insertListItem(LIST, { id: crypto.randomUUID(), header: '', value: '' })}
				>
					<IconPlus size={16} stroke={2} aria-hidden="true" />
					{t('addHeader')}
				</button>
			</div>
		</fieldset>
	);
}
