/** Hosts that share one choice: those under the same domain, and other domains that a link leads to. */
import { useState } from 'react';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import styles from '../../editor.module.css';
import { useConfigurationTexts } from '../../texts.ts';
import type { LightTabProps } from '../kind.ts';

const hostsOf = (text: string): string[] =>
	text
		.split(/[\s,]+/)
		.map((host) => host.toLowerCase())
		.filter(Boolean);

export function JoinedFields({ draft, edit, problem }: LightTabProps) {
	const t = useConfigurationTexts();
	const { joined } = draft.config;
	// The lines as typed; the draft has the hosts.
	const [text, setText] = useState(() => joined.domains.join('\n'));
	const wrong = joined.domains.findIndex((_, i) => problem(`joined.domains.${i}`) !== undefined);
	return (
		<fieldset className={styles.set}>
			<legend>{t('joined')}</legend>
			<SwitchField
				label={t('joinedSubdomains')}
				hint={t('joinedSubdomainsHint')}
				checked={joined.subdomains}
				onChange={({ currentTarget: { checked } }) =>
					edit((next) => {
						next.config.joined.subdomains = checked;
					})
				}
			/>
			<AreaField
				label={t('joinedDomains')}
				optional
				mono
				minRows={2}
				hint={t('joinedDomainsHint')}
				value={text}
				error={wrong >= 0 ? `${joined.domains[wrong]}: ${problem(`joined.domains.${wrong}`)}` : problem('joined.domains')}
				onChange={(event) => {
					const { value } = event.currentTarget;
					setText(value);
					edit((next) => {
						next.config.joined.domains = hostsOf(value);
					});
				}}
			/>
		</fieldset>
	);
}
