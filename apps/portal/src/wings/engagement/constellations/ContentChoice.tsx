/** Which contents: a whole message of the channel, and one for each control that no other brings. */
import type { Content } from '@luvalla/contract/engagement/contents';
import { useState } from 'react';
import { ContentPick } from './ContentPick.tsx';
import styles from './constellations.module.css';
import { useConstellationTexts } from './texts.ts';
import { broughtBy, controlOf, exchanged, typesOf } from './values.ts';

interface ContentChoiceProps {
	/** Those it came with. */
	held: readonly Content[];
	channel: string;
	domain: string;
	customerId: number | null;
	chosen: readonly string[];
	error: unknown;
	onChange: (ids: string[]) => void;
}

export function ContentChoice({ held, channel, domain, customerId, chosen, error, onChange }: ContentChoiceProps) {
	const t = useConstellationTexts();
	/** Those that were chosen since. */
	const [picked, setPicked] = useState<readonly Content[]>([]);
	const rows = [...picked, ...held.filter(({ id }) => !picked.some((one) => one.id === id))].filter(({ id }) => chosen.includes(id));
	const main = rows.find((one) => one.channel === Number(channel));
	const brought = main ? broughtBy(main) : new Set<string>();
	const change = (before: Content | undefined) => (next: Content | null) => {
		if (next !== null) setPicked((now) => [...now.filter(({ id }) => id !== next.id), next]);
		onChange(exchanged(chosen, before?.id, next?.id ?? null));
	};
	return (
		<fieldset className="fieldset">
			<legend className={styles.legend}>{t('contents')}</legend>
			<p className={styles.text}>{t('contentsHint')}</p>
			<ContentPick
				key={`${domain} ${channel}`}
				label={t('whole')}
				filter={`channel:${channel}`}
				domain={domain}
				customerId={customerId}
				chosen={main}
				none={t('noneMade')}
				error={error}
				onChange={change(main)}
			/>
			<div className={styles.parts}>
				{typesOf(channel).map((type) => {
					const own = rows.find((one) => controlOf(one) === type);
					const label = t(`part_${type}`);
					return main && brought.has(type) && !own ? (
						<p key={type} className={styles.brought}>
							<b>{label}</b>
							<span>{t('broughtBy', { title: main.title })}</span>
						</p>
					) : (
						<ContentPick
							key={`${domain} ${type}`}
							label={label}
							filter={`control:${type}`}
							domain={domain}
							customerId={customerId}
							chosen={own}
							onChange={change(own)}
						/>
					);
				})}
			</div>
		</fieldset>
	);
}
