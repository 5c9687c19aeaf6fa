/** What a form asks for, whether a letter confirms it, and what came of it. */
import { type FormCounts, type FormField, KNOWN_FIELDS, MOST_FIELDS } from '@luvalla/contract/consent/forms';
import type { Purpose } from '@luvalla/contract/consent/purposes';
import { ActionIcon, Button } from '@mantine/core';
import { IconCheck, IconDots, IconHandStop, IconMail, IconMailOff, IconPlus, IconRobot, IconTypography } from '@tabler/icons-react';
import { useState } from 'react';
import { numberText, percentText } from '#portal/lib/dates.ts';
import { purposeName } from '#portal/lib/purpose-name.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import { LateMenu } from '#portal/ui/LateMenu.tsx';
import type { TabProps } from './Editor.tsx';
import styles from './editor.module.css';
import { type FormWords, useFormTexts } from './texts.ts';

const isKnown = (key: string): key is (typeof KNOWN_FIELDS)[number] => KNOWN_FIELDS.some((one) => one === key);
const nameOf = (t: FormWords, { key, label }: FormField, language: 'en' | 'fi'): string =>
	label[language] || (isKnown(key) ? t(`field_${key}`) : key.replace('attributes.', ''));
/** As contents name it. */
const pathOf = (key: string): string =>
	`person.${(key === 'phone' ? 'attributes.phone' : key).replace(/[A-Z]/g, (one) => (key.startsWith('attributes.') ? one : `_${one.toLowerCase()}`))}`;

/** Keeps the place of counts that are on their way. */
export const NO_COUNTS: FormCounts = {
	asked: 0,
	confirmed: 0,
	waiting: 0,
	lapsed: 0,
	keptOut: { robot: 0, pace: 0, second: 0, stopped: 0 },
	failed: 0,
	said: null,
	published: null,
	scriptBytes: 0,
};

interface FormTabProps extends TabProps {
	purposes: readonly Purpose[];
	/** `counted`: on their way; null: there are none. */
	counts: FormCounts | 'counted' | null;
}

export function FormTab({ config, language, change, purposes, counts }: FormTabProps) {
	const t = useFormTexts();
	const own = useLanguage();
	const { fields } = config;
	const put = (at: number, part: Partial<FormField>) =>
		change({ fields: fields.map((one, place) => (place === at ? { ...one, ...part } : one)) });
	const add = (key: FormField['key']) => change({ fields: [...fields, { key, required: false, label: {} }] });
	const move = (from: number, to: number) => {
		const moved = fields.filter((_, place) => place !== from);
		const one = fields[from];
		if (one) change({ fields: [...moved.slice(0, to), one, ...moved.slice(to)] });
	};
	return (
		<div className={styles.tab}>
			<SelectField
				label={t('asksFor')}
				hint={t('asksForHint')}
				allowDeselect={false}
				value={config.purposeId}
				data={purposes.map((one) => ({
					value: one.id,
					label: `${purposeName(one, own)} · ${t('versionNumber', { version: one.version })}`,
				}))}
				onChange={(id) => id !== null && change({ purposeId: id })}
			/>
			<section aria-labelledby="form-fields">
				<h2 id="form-fields" className={styles.label}>
					{t('fields')}
				</h2>
				<ul className={styles.fields}>
					<li>
						<IconMail size={16} stroke={1.75} aria-hidden="true" />
						<span>
							<b>{t('email')}</b> <code translate="no">person.email</code>
						</span>
						<span className="small flat">{t('always')}</span>
					</li>
					{fields.map((field, at) => (
						<li key={field.key}>
							<IconTypography size={16} stroke={1.75} aria-hidden="true" />
							<span>
								<b>{nameOf(t, field, language)}</b> <code translate="no">{pathOf(field.key)}</code>
							</span>
							<span className="small flat">{field.required ? t('required') : t('optional')}</span>
							<LateMenu
								position="bottom-end"
								button={
									<ActionIcon variant="subtle" aria-label={t('changeField', { name: nameOf(t, field, language) })}>
										<IconDots size={16} stroke={1.75} />
									</ActionIcon>
								}
							>
								{(Menu) => (
									<>
										<Menu.Item onClick={() => put(at, { required: !field.required })}>
											{field.required ? t('makeOptional') : t('makeRequired')}
										</Menu.Item>
										{at > 0 ? <Menu.Item onClick={() => move(at, at - 1)}>{t('moveUp')}</Menu.Item> : null}
										{at < fields.length - 1 ? <Menu.Item onClick={() => move(at, at + 1)}>{t('moveDown')}</Menu.Item> : null}
										<Menu.Item color="danger" onClick={() => change({ fields: fields.filter((_, place) => place !== at) })}>
											{t('removeField')}
										</Menu.Item>
									</>
								)}
							</LateMenu>
						</li>
					))}
				</ul>
				{fields.length < MOST_FIELDS ? <AddField fields={fields} onAdd={add} /> : null}
			</section>
			<SwitchField
				label={t('confirm')}
				hint={t('confirmHint')}
				checked={config.confirm}
				onChange={({ currentTarget }) => change({ confirm: currentTarget.checked })}
			/>
			{counts === 'counted' ? (
				<div className={styles.coming} aria-hidden="true">
					<Outcome counts={NO_COUNTS} />
				</div>
			) : counts ? (
				<Outcome counts={counts} />
			) : null}
		</div>
	);
}

/** One more thing that the form asks: a known one, or one of the customer's own. */
function AddField({ fields, onAdd }: { fields: readonly FormField[]; onAdd: (key: FormField['key']) => void }) {
	const t = useFormTexts();
	const [own, setOwn] = useState('');
	const left = KNOWN_FIELDS.filter((key) => !fields.some((one) => one.key === key));
	const name = /^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(own) && !fields.some(({ key }) => key === `attributes.${own}`) ? own : null;
	return (
		<LateMenu
			position="bottom-start"
			width={280}
			button={
				<Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}>
					{t('addField')}
				</Button>
			}
		>
			{(Menu) => (
				<>
					{left.map((key) => (
						<Menu.Item key={key} onClick={() => onAdd(key)}>
							{t(`field_${key}`)}
						</Menu.Item>
					))}
					<div className={styles.own}>
						<TextField
							label={t('ownField')}
							hint={t('ownFieldHint')}
							value={own}
							onChange={({ currentTarget }) => setOwn(currentTarget.value)}
						/>
					</div>
					<Menu.Item
						disabled={name === null}
						onClick={() => {
							if (name !== null) onAdd(`attributes.${name}`);
							setOwn('');
						}}
					>
						{t('addOwn')}
					</Menu.Item>
				</>
			)}
		</LateMenu>
	);
}

/** What came of it, and what was kept out. */
function Outcome({ counts }: { counts: FormCounts }) {
	const t = useFormTexts();
	const language = useLanguage();
	const { asked, confirmed, waiting, lapsed, keptOut, failed, said } = counts;
	const n = (value: number) => numberText(value, language);
	return (
		<>
			<dl className={styles.counts}>
				<div>
					<dt>{t('asked')}</dt>
					<dd className="num">{n(asked)}</dd>
					<dd>{t('days30')}</dd>
				</div>
				<div>
					<dt>{t('confirmed')}</dt>
					<dd className="num">{n(confirmed)}</dd>
					<dd>{asked === 0 ? '—' : percentText(Math.min(1, confirmed / asked), language)}</dd>
				</div>
				<div>
					<dt>{t('waiting')}</dt>
					<dd className="num">{n(waiting)}</dd>
					<dd>{t('days7')}</dd>
				</div>
				<div>
					<dt>{t('lapsed')}</dt>
					<dd className="num">{n(lapsed)}</dd>
					<dd>{t('erased')}</dd>
				</div>
			</dl>
			{failed > 0 ? <p className={styles.warn}>{t('failedLetters', { count: failed, said: said ?? '' })}</p> : null}
			<section aria-labelledby="kept-out" className={styles.kept}>
				<h2 id="kept-out" className={styles.head}>
					{t('keptOut')}
				</h2>
				<ul>
					<li>
						<IconRobot size={16} stroke={1.75} aria-hidden="true" />
						<span>{t('robots')}</span>
						<b className="num">{n(keptOut.robot + keptOut.pace)}</b>
					</li>
					<li>
						<IconMailOff size={16} stroke={1.75} aria-hidden="true" />
						<span>{t('second')}</span>
						<b className="num">{n(keptOut.second)}</b>
					</li>
					<li>
						<IconHandStop size={16} stroke={1.75} aria-hidden="true" />
						<span>{t('stopped')}</span>
						<b className="num">{n(keptOut.stopped)}</b>
					</li>
				</ul>
				{keptOut.robot + keptOut.pace + keptOut.second + keptOut.stopped === 0 ? (
					<p className={styles.nothing}>
						<IconCheck size={16} stroke={1.75} aria-hidden="true" />
						{t('nothingKeptOut')}
					</p>
				) : null}
			</section>
		</>
	);
}
