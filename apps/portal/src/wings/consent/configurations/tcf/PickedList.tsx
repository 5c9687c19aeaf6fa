/** A few of a long list: those picked, each with what is wrong with it, and a field that finds another. */
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { FieldError, SelectField } from '#portal/ui/form/fields.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import styles from '../editor.module.css';
import { useTcfTexts } from './texts.ts';

export interface Choice {
	value: string;
	label: string;
}

interface PickedListProps {
	legend: ReactNode;
	/** Under the legend: what the whole list means. */
	hint?: string | undefined;
	/** Name of the field that adds one. */
	add: string;
	/** `wrong`: why this one has no effect. */
	picked: readonly (Choice & { wrong: string | null })[];
	choices: readonly Choice[];
	/** Choices that what is typed finds; by their words when absent. */
	find?: (typed: string) => readonly Choice[];
	/** Why what is typed finds nothing. */
	notFound?: (typed: string) => string;
	error?: string | undefined;
	onPick: (value: string) => void;
	onDrop: (value: string) => void;
}

/** More are not drawn at a time: typing finds the others. */
const MOST_SHOWN = 60;

export function PickedList({ legend, hint, add, picked, choices, find, notFound, error, onPick, onDrop }: PickedListProps) {
	const t = useTcfTexts();
	const [typed, setTyped] = useState('');
	/** What was typed, left standing, and found nothing. */
	const [missed, setMissed] = useState<string | null>(null);
	const free = (find && typed ? find(typed) : choices).filter(({ value }) => !picked.some((one) => one.value === value));
	return (
		<fieldset className={styles.set}>
			<legend>{legend}</legend>
			{hint ? <p className={styles.quiet}>{hint}</p> : null}
			{picked.length > 0 ? (
				<ul className={styles.picked}>
					{picked.map(({ value, label, wrong }) => (
						<li key={value}>
							<span>
								{label}
								{wrong ? <FieldError>{wrong}</FieldError> : null}
							</span>
							<Tip label={t('dropOne', { name: label })}>
								<ActionIcon
									variant="subtle"
									color="gray"
									size={28}
									aria-label={t('dropOne', { name: label })}
									onClick={() => onDrop(value)}
								>
									<IconX size={16} stroke={1.75} />
								</ActionIcon>
							</Tip>
						</li>
					))}
				</ul>
			) : null}
			<SelectField
				label={add}
				searchable
				value={null}
				data={[...free]}
				limit={MOST_SHOWN}
				filter={find ? ({ options, limit }) => options.slice(0, limit) : undefined}
				searchValue={typed}
				nothingFoundMessage={notFound && typed.trim() ? notFound(typed.trim()) : t('nothingLeft')}
				error={missed ?? error}
				onSearchChange={(text) => {
					setTyped(text);
					if (text) setMissed(null);
				}}
				onBlur={() => setMissed(notFound && typed.trim() && free.length === 0 ? notFound(typed.trim()) : null)}
				onChange={(value) => {
					if (value === null) return;
					onPick(value);
					setTyped('');
				}}
			/>
		</fieldset>
	);
}
