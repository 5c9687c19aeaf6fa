/** What is known of somebody, to be changed: an emptied field takes away. */

import { changeFacts, type ProfileFacts, profile, profiles } from '@luvalla/contract/profiles/profiles';
import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { useCall } from '#portal/lib/calls.ts';
import { byName } from '#portal/lib/say.ts';
import { DrawerForm } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { useRows } from '#portal/ui/form/use-rows.ts';
import { FACTS } from './FactsCard.tsx';
import styles from './people.module.css';
import { useProfileTexts } from './profile-texts.ts';

const KINDS = ['text', 'number', 'date', 'yesno'] as const;
type Kind = (typeof KINDS)[number];
interface AttributeRow {
	key: string;
	name: string;
	kind: Kind;
	value: string;
}
interface Values extends Record<string, unknown> {
	attributes: AttributeRow[];
}
type Value = string | number | boolean;

const kindOf = (value: Value): Kind =>
	typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yesno' : /^\d{4}-\d{2}-\d{2}$/.test(value) ? 'date' : 'text';

const rowsOf = (attributes: ProfileFacts['attributes']): AttributeRow[] =>
	Object.entries(attributes)
		.sort(([a], [b]) => byName(a, b))
		.map(([name, value]) => ({
			key: name,
			name,
			kind: kindOf(value),
			value: typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
		}));

/** A number may be written with a comma. */
const writtenValue = ({ kind, value }: AttributeRow): Value | null => {
	const written = value.trim();
	if (written === '') return null;
	return kind === 'number' ? Number(written.replace(',', '.')) : kind === 'yesno' ? written === 'yes' : written;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function FactsForm({ id, facts, customerId }: { id: string; facts: ProfileFacts; customerId: number }) {
	const p = useProfileTexts();
	const save = useCall(changeFacts, { reload: [profile, profiles], scope: { customerId } });
	const initial: Values = { ...Object.fromEntries(FACTS.map((name) => [name, facts[name] ?? ''])), attributes: rowsOf(facts.attributes) };
	const inputOf = (values: Values) => {
		const changed = FACTS.flatMap((name) => {
			const written = textOf(values[name]).trim();
			return written === (facts[name] ?? '') ? [] : [[name, written === '' ? null : written] as const];
		});
		const rows = values.attributes.filter(({ name }) => name.trim() !== '');
		const kept = new Set(rows.map(({ name }) => name.trim()));
		const attributes = [
			...Object.keys(facts.attributes).flatMap((name) => (kept.has(name) ? [] : [[name, null] as const])),
			...rows.flatMap((row) => {
				const value = writtenValue(row);
				return value === (facts.attributes[row.name.trim()] ?? null) ? [] : [[row.name.trim(), value] as const];
			}),
		];
		return { ...Object.fromEntries(changed), ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }) };
	};
	const schema = z.unknown().superRefine((given, ctx) => {
		const values = given as Values;
		const names = values.attributes.map(({ name }) => name.trim());
		for (const [n, row] of values.attributes.entries()) {
			const at = (error: string) => ctx.addIssue({ code: 'custom', path: ['attributes', n], message: error });
			const name = row.name.trim();
			if (name !== '' && names.indexOf(name) < n) at(p('attributeTwice'));
			else if (row.kind === 'number' && Number.isNaN(writtenValue(row))) at(p('numberWrong'));
			else if (row.kind === 'date' && row.value.trim() !== '' && !z.iso.date().safeParse(row.value.trim()).success) at(p('dateWrong'));
		}
		// What the server would say of the rest.
		const judged = changeFacts.body.safeParse(inputOf(values));
		if (!judged.success)
			for (const { path, message } of judged.error.issues) {
				const n = path[0] === 'attributes' ? names.indexOf(String(path[1] ?? '')) : -1;
				ctx.addIssue({ code: 'custom', path: n >= 0 ? ['attributes', n] : path.slice(0, 1), message });
			}
	});
	const rows = useRows<HTMLFieldSetElement>();
	const hints = { country: p('countryHint'), locale: p('localeHint'), timeZone: p('timeZoneHint') } as const;
	const hintOf = (name: string): string | undefined => Object.entries(hints).find(([one]) => one === name)?.[1];
	return (
		<DrawerForm<Values>
			initial={initial}
			schema={schema}
			labels={{ ...Object.fromEntries(FACTS.map((name) => [name, p(`fact_${name}`)])), attributes: p('attributes') }}
			labelOf={(path) => {
				const [, n] = /^attributes\.(\d+)$/.exec(path) ?? [];
				return n !== undefined
					? p('attributeValue', { number: Number(n) + 1 })
					: path.startsWith('attributes.')
						? path.slice(11)
						: undefined;
			}}
			onSave={(values) => save.mutateAsync({ params: { id }, query: {}, body: inputOf(values) })}
			saveLabel={p('save')}
		>
			{(form) => (
				<>
					{FACTS.map((name) => (
						<TextField
							key={name}
							label={p(`fact_${name}`)}
							optional
							hint={hintOf(name)}
							{...form.getInputProps(name)}
							value={textOf(form.values[name])}
						/>
					))}
					<fieldset ref={rows.list} className="stack-16 bare-set">
						<legend className={styles.legend}>{p('attributes')}</legend>
						{form.values.attributes.map((row, n) => (
							<AttributeLine
								key={row.key}
								row={row}
								n={n}
								input={form.getInputProps}
								wrong={form.errors[`attributes.${n}`] ?? form.errors[`attributes.${row.name.trim()}`]}
								onRemove={() => {
									form.removeListItem('attributes', n);
									rows.removed(n);
								}}
							/>
						))}
						<div>
							<Button
								variant="default"
								size="xs"
								leftSection={<IconPlus size={14} stroke={2} aria-hidden="true" />}
								data-adds
								onClick={() => {
									form.insertListItem('attributes', { key: crypto.randomUUID(), name: '', kind: 'text', value: '' });
									rows.added();
								}}
							>
								{p('addAttribute')}
							</Button>
						</div>
					</fieldset>
				</>
			)}
		</DrawerForm>
	);
}

interface AttributeLineProps {
	row: AttributeRow;
	/** Its place, from zero. */
	n: number;
	/** `getInputProps` of the form. */
	input: (path: string) => object;
	wrong: ReactNode;
	onRemove: () => void;
}

/** An attribute's name, kind and value. */
function AttributeLine({ row, n, input, wrong, onRemove }: AttributeLineProps) {
	const p = useProfileTexts();
	const number = n + 1;
	return (
		<div data-row className={styles.attribute}>
			<TextField label={p('attributeName', { number })} mono {...input(`attributes.${n}.name`)} />
			<SelectField
				label={p('attributeKind', { number })}
				data={KINDS.map((kind) => ({ value: kind, label: p(`kind_${kind}`) }))}
				allowDeselect={false}
				{...input(`attributes.${n}.kind`)}
			/>
			{row.kind === 'yesno' ? (
				<SelectField
					label={p('attributeValue', { number })}
					data={[
						{ value: 'yes', label: p('yes') },
						{ value: 'no', label: p('no') },
					]}
					allowDeselect={false}
					{...input(`attributes.${n}.value`)}
					error={wrong}
				/>
			) : (
				<TextField
					label={p('attributeValue', { number })}
					inputMode={row.kind === 'number' ? 'decimal' : undefined}
					{...input(`attributes.${n}.value`)}
					error={wrong}
				/>
			)}
			<ActionIcon variant="subtle" color="gray" size={36} aria-label={p('removeAttribute', { number })} onClick={onRemove}>
				<IconTrash size={16} stroke={1.75} aria-hidden="true" />
			</ActionIcon>
		</div>
	);
}
