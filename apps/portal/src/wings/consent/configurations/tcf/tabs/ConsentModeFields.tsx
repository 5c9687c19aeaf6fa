/** Which yeses of the framework grant each of Google's storage types. */
import { declaredOf, keysOf, usageOf } from '@luvalla/banner/tcf/list';
import { TcfConfig, TcfKey } from '@luvalla/contract/consent/tcf';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { useMemo } from 'react';
import { GoogleFields } from '../../editing/GoogleFields.tsx';
import { useStorageTypes } from '../../editing/storage-types.ts';
import styles from '../../editor.module.css';
import { useConfigurationTexts } from '../../texts.ts';
import type { TcfTabProps } from '../kind.ts';
import { PickedList } from '../PickedList.tsx';
import { useTcfTexts } from '../texts.ts';

type StorageType = keyof TcfConfig['consentMode'];
const TYPES = TcfConfig.shape.consentMode.unwrap().keyType.options;

export function ConsentModeFields({ draft, edit, problem, list }: TcfTabProps & { list: VendorList | null }) {
	const t = useConfigurationTexts();
	const own = useTcfTexts();
	const { config } = draft;
	const asked = useMemo(() => (list ? keysOf(usageOf(config, list)) : null), [config, list]);
	const about = useStorageTypes();
	const choiceOf = (key: string) => ({ value: key, label: `${key} · ${(list && declaredOf(list, key)?.name.trim()) ?? ''}` });
	const all = list
		? [...Object.keys(list.purposes).map((id) => `p${id}`), ...Object.keys(list.specialFeatures).map((id) => `sf${id}`)]
		: [];
	const set = (type: StorageType, keys: string[]) =>
		edit((next) => {
			next.config.consentMode[type] = all.filter((key) => keys.includes(key)).concat(keys.filter((key) => !all.includes(key)));
		});
	return (
		<fieldset className={styles.set}>
			<legend>{t('consentMode')}</legend>
			<p className={styles.quiet}>{own('consentModeText')}</p>
			{TYPES.map((type) => {
				const keys = config.consentMode[type];
				return (
					<PickedList
						key={type}
						legend={
							<>
								{about[type]} <code>{type}</code>
							</>
						}
						hint={keys.length === 0 ? own('consentModeNever') : keys.length > 1 ? own('consentModeAll') : undefined}
						add={own('consentModeAdd', { type })}
						picked={keys.map((key) => ({ ...choiceOf(key), wrong: asked && !asked.includes(key) ? own('consentModeUnasked') : null }))}
						choices={all.filter((key) => TcfKey.safeParse(key).success).map(choiceOf)}
						error={problem(`consentMode.${type}`)}
						onPick={(key) => set(type, [...keys, key])}
						onDrop={(key) =>
							set(
								type,
								keys.filter((one) => one !== key),
							)
						}
					/>
				);
			})}
			<GoogleFields draft={draft} edit={edit} problem={problem} />
		</fieldset>
	);
}
