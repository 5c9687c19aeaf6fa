import { type Passkey, passkeys, renamePasskey } from '@luvalla/contract/identity/passkeys';
import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { relativeText } from '#portal/lib/dates.ts';
import { CallFailure, Unauthenticated } from '#portal/lib/failure.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { errorsOf } from '#portal/ui/form/FormDrawer.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { useNow } from '#portal/ui/times.tsx';
import styles from './profile.module.css';
import { useProfileTexts } from './texts.ts';

/** A passkey: its name, when it was added and last used; *Rename* turns the name into a field. */
export function PasskeyRow({ row, onRemove }: { row: Passkey; onRemove: () => void }) {
	const t = useProfileTexts();
	const language = useLanguage();
	const now = useNow(30_000);
	const [naming, setNaming] = useState(false);
	if (naming)
		return (
			<li className={styles.row}>
				<NameForm row={row} onDone={() => setNaming(false)} />
			</li>
		);
	return (
		<li className={styles.row}>
			<IconFingerprint size={20} stroke={1.75} aria-hidden="true" />
			<div className={styles.what}>
				<div className="strong row-4-8">{row.name}</div>
				<div className={styles.meta}>
					<span>{t('added', { when: relativeText(row.createdAt, now, language) })}</span>
					<span>{row.usedAt === null ? t('neverUsed') : t('used', { when: relativeText(row.usedAt, now, language) })}</span>
				</div>
			</div>
			<div className={styles.acts}>
				<button type="button" className="link" aria-label={t('renameOf', { name: row.name })} onClick={() => setNaming(true)}>
					{t('rename')}
				</button>
				<button type="button" className="link" aria-label={t('removeOf', { name: row.name })} onClick={onRemove}>
					{t('remove')}
				</button>
			</div>
		</li>
	);
}

function NameForm({ row, onDone }: { row: Passkey; onDone: () => void }) {
	const t = useProfileTexts();
	const [name, setName] = useState(row.name);
	const [error, setError] = useState<string | null>(null);
	const input = useRef<HTMLInputElement>(null);
	const rename = useCall(renamePasskey, { reload: [passkeys] });
	const submit = async (event: FormEvent) => {
		event.preventDefault();
		const wrong = errorsOf(renamePasskey.body, { name }).name ?? null;
		setError(wrong);
		if (wrong !== null) return input.current?.focus();
		try {
			await rename.mutateAsync({ params: { id: row.id }, body: { name } });
			onDone();
		} catch (failure) {
			if (failure instanceof CallFailure) setError(failure.fields.name ?? null);
			else if (!(failure instanceof Unauthenticated)) throw failure;
		}
	};
	return (
		<form className={`${styles.inline} ${styles.what}`} noValidate onSubmit={(event) => void submit(event)}>
			<TextField
				ref={input}
				label={t('passkeyName')}
				autoComplete="off"
				autoFocus
				value={name}
				onChange={(event) => setName(event.currentTarget.value)}
				error={error}
			/>
			<Button type="submit" variant="default" data-strong loading={rename.isPending}>
				{t('saveName')}
			</Button>
			<Button variant="default" onClick={onDone}>
				{t('cancel')}
			</Button>
		</form>
	);
}
