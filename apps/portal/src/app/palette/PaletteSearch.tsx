/** What the open palette holds: a field, and below it what it finds. The field keeps the focus; the list is walked from it. */

import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { usePerson } from '#portal/lib/use-session.ts';
import { useWorkedFor } from '#portal/lib/worked-for.ts';
import type { Screen } from '../screen.ts';
import type { Entry } from './entry.ts';
import { PaletteList } from './PaletteList.tsx';
import styles from './palette.module.css';
import { keepRecent, ownerOf } from './recents.ts';
import { usePaletteTexts } from './texts.ts';
import { useGroups } from './use-groups.ts';
import type { FrameActs } from './use-own.ts';

interface PaletteSearchProps {
	screens: readonly Screen[];
	frame: FrameActs;
	onClose: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function PaletteSearch({ screens, frame, onClose }: PaletteSearchProps) {
	const t = usePaletteTexts();
	const navigate = useNavigate();
	const person = usePerson();
	const last = useWorkedFor();
	const customerId = person.isAdmin ? last?.id : person.currentCustomer?.id;
	const owner = ownerOf(person.email, customerId);
	const listId = useId();
	const [typed, setTyped] = useState('');
	// the entry that Enter opens, by its id: what comes later moves nothing
	const [chosen, setChosen] = useState<string | null>(null);
	const { groups, nothing, found } = useGroups(typed, { screens, frame, customerId, owner });
	const listed = groups.flatMap(({ key, entries }) => entries.map((entry) => ({ key: `${key} ${entry.id}`, entry })));
	const at = Math.max(
		0,
		listed.findIndex(({ key }) => key === chosen),
	);
	const active = listed[at];
	const open = (entry: Entry) => {
		onClose();
		if (typeof entry.does === 'function') return entry.does();
		keepRecent(owner, entry, entry.does);
		void navigate({ to: entry.does.to, search: entry.does.search });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		// Enter that ends a word of an input method is none of ours
		if (event.nativeEvent.isComposing) return;
		const step = STEPS[event.key];
		if (step !== undefined) {
			event.preventDefault();
			setChosen(listed[(at + step + listed.length) % listed.length]?.key ?? null);
		} else if (event.key === 'Enter' && active) {
			event.preventDefault();
			open(active.entry);
		}
	};
	return (
		<>
			<div className={styles.field}>
				<IconSearch size={18} stroke={1.75} aria-hidden="true" />
				<input
					data-autofocus
					className={styles.input}
					type="text"
					role="combobox"
					aria-expanded={listed.length > 0}
					aria-controls={listId}
					aria-autocomplete="list"
					aria-activedescendant={active ? `${listId} ${active.key}`.replaceAll(' ', '-') : undefined}
					aria-label={t('searchShort')}
					placeholder={t('search')}
					autoComplete="off"
					spellCheck={false}
					maxLength={200}
					value={typed}
					onChange={(event) => {
						setTyped(event.currentTarget.value);
						setChosen(null);
					}}
					onKeyDown={onKeyDown}
				/>
				<button type="button" className={styles.close} onClick={onClose}>
					<kbd className={styles.key}>Esc</kbd>
					<span className="visually-hidden">{t('close')}</span>
				</button>
			</div>
			<PaletteList id={listId} groups={groups} active={active?.key ?? null} onPoint={setChosen} onOpen={open} />
			{nothing ? (
				<div className={styles.none}>
					<p>{t('nothingFound')}</p>
					<p className="small above-4">{person.isAdmin ? t('nothingHintAdmin') : t('nothingHint')}</p>
				</div>
			) : null}
			{found.failed ? (
				<p className={styles.none} role="alert">
					{t('failed')}{' '}
					<button type="button" className="link" onClick={found.again}>
						{t('tryAgain')}
					</button>
				</p>
			) : null}
			<Foot said={found.pending ? t('searching') : nothing ? t('nothingFound') : t('count', { count: listed.length })} />
		</>
	);
}

/** What was found, and the keys that move in it. */
function Foot({ said }: { said: string }) {
	const t = usePaletteTexts();
	return (
		<div className={styles.foot}>
			<span role="status">{said}</span>
			<span className={styles.keys} aria-hidden="true">
				<kbd className={styles.key}>↑</kbd>
				<kbd className={styles.key}>↓</kbd> {t('move')}
				<kbd className={styles.key}>↵</kbd> {t('choose')}
			</span>
		</div>
	);
}
