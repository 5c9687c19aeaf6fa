import { Button, Group } from '@mantine/core';
import { DialogFrame } from '#portal/ui/DialogFrame.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import { useSingleKeys } from '#portal/ui/list/preferences.ts';
import styles from './shortcuts.module.css';
import { useShortcutTexts } from './texts.ts';

/** Macs say ⌘ where others say Ctrl. */
const MOD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

/** Every shortcut that truly works, by where it does. Whoever adds one adds it here. */
const SHORTCUTS = [
	{
		where: 'everywhere',
		keys: [
			{ does: 'palette', keys: [[MOD, 'K']] },
			{ does: 'sheet', keys: [['?']], single: true },
			{ does: 'close', keys: [['Esc']] },
		],
	},
	{
		where: 'lists',
		keys: [
			{ does: 'search', keys: [['/']], single: true },
			{ does: 'rows', keys: [['↑'], ['↓'], ['Page Up'], ['Page Down']] },
			{ does: 'ends', keys: [['Home'], ['End']] },
		],
	},
	{ where: 'forms', keys: [{ does: 'save', keys: [[MOD, 'S']] }] },
	{ where: 'charts', keys: [{ does: 'points', keys: [['←'], ['→']] }] },
] as const satisfies readonly { where: string; keys: readonly Shortcut[] }[];

interface Shortcut {
	does: string;
	keys: readonly (readonly string[])[];
	/** One key alone: it can be switched off. */
	single?: true;
}

/** The sheet that *?* opens; where that is switched off, the guide and the search open it. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
	const t = useShortcutTexts();
	const [singleKeys, setSingleKeys] = useSingleKeys();
	return (
		<DialogFrame opened={opened} onClose={onClose} title={t('title')}>
			{SHORTCUTS.map(({ where, keys }) => (
				<section key={where} aria-labelledby={`shortcuts-${where}`} className={styles.part}>
					<h3 id={`shortcuts-${where}`}>{t(where)}</h3>
					<dl>
						{keys.map((one) => (
							<div key={one.does} className={styles.line}>
								<dt>
									{t(one.does)}
									{'single' in one && !singleKeys ? <span className="quiet"> {t('isOff')}</span> : null}
								</dt>
								<dd className={styles.keys}>
									{one.keys.map((combination, i) => (
										<span key={combination.join(' ')}>
											{i > 0 ? <span className="visually-hidden"> {t('or')} </span> : null}
											{combination.map((key) => (
												<kbd key={key} className={styles.key}>
													{key}
												</kbd>
											))}
										</span>
									))}
								</dd>
							</div>
						))}
					</dl>
				</section>
			))}
			<div className={styles.setting}>
				<SwitchField
					label={t('single')}
					hint={t('singleHint')}
					checked={singleKeys}
					onChange={(event) => setSingleKeys(event.currentTarget.checked)}
				/>
			</div>
			<Group justify="flex-end" mt="lg">
				<Button variant="default" onClick={onClose} data-autofocus>
					{t('closeSheet')}
				</Button>
			</Group>
		</DialogFrame>
	);
}
