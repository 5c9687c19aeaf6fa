/** Where and when it asks, the country of the publisher, what Google's tags may do, and which versions. */
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { TextField } from '#portal/ui/form/fields.tsx';
import type { Versions } from '../../editing/LoadedEditor.tsx';
import { ReaskFields } from '../../editing/ReaskFields.tsx';
import { VersionFields } from '../../editing/VersionFields.tsx';
import { WhereFields } from '../../editing/WhereFields.tsx';
import type { TcfTabProps } from '../kind.ts';
import { useTcfTexts } from '../texts.ts';
import { ConsentModeFields } from './ConsentModeFields.tsx';

/** The framework: a string is not relied on for longer. */
const MOST_MONTHS = 13;

export function BehaviourTab({ parts, list, ...props }: TcfTabProps & { parts: Versions; list: VendorList | null }) {
	const t = useTcfTexts();
	const { draft, edit, problem } = props;
	return (
		<div className="stack-16">
			<WhereFields {...props} />
			<TextField
				label={t('country')}
				hint={t('countryHint')}
				mono
				maxLength={2}
				value={draft.config.publisherCountry}
				error={problem('publisherCountry')}
				onChange={({ currentTarget: { value } }) =>
					edit((next) => {
						next.config.publisherCountry = value.toUpperCase();
					})
				}
			/>
			<ReaskFields {...props} most={MOST_MONTHS} yesLabel={t('yesMonths')} />
			<TextField
				label={t('storageDays')}
				inputMode="numeric"
				maxLength={3}
				value={String(draft.config.storageDays)}
				error={problem('storageDays')}
				onChange={(event) => {
					const days = Number(event.currentTarget.value.replace(/\D/g, ''));
					edit((next) => {
						next.config.storageDays = days;
					});
				}}
			/>
			<ConsentModeFields {...props} list={list} />
			<VersionFields {...props} parts={parts} />
		</div>
	);
}
