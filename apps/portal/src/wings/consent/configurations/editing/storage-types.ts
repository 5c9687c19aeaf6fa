/** Google's storage types in plain words. */
import type { LightConfig } from '@luvalla/contract/consent/light';
import { useConfigurationTexts } from '../texts.ts';

type StorageType = LightConfig['consentMode'][string][number];

export function useStorageTypes(): Record<StorageType, string> {
	const t = useConfigurationTexts();
	return {
		ad_storage: t('adStorage'),
		ad_user_data: t('adUserData'),
		ad_personalization: t('adPersonalization'),
		analytics_storage: t('analyticsStorage'),
		functionality_storage: t('functionalityStorage'),
		personalization_storage: t('personalizationStorage'),
		security_storage: t('securityStorage'),
	};
}
