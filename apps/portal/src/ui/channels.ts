/** The seven channels by name and sign (visual.md section 6: one noun, one icon, everywhere). */
import type { Channel } from '@luvalla/contract/channels';
import {
	IconAd2,
	IconDeviceMobile,
	IconDeviceMobileMessage,
	IconMail,
	IconMailbox,
	IconWebhook,
	IconWorld,
	type TablerIcon,
} from '@tabler/icons-react';
import type { Text } from '#portal/lib/say.ts';

export const channelSigns: Readonly<Record<Channel, { label: Text; icon: TablerIcon }>> = {
	email: { label: { en: 'Email', fi: 'Sähköposti' }, icon: IconMail },
	sms: { label: { en: 'SMS', fi: 'Tekstiviesti' }, icon: IconDeviceMobileMessage },
	mobile: { label: { en: 'Mobile', fi: 'Mobiili' }, icon: IconDeviceMobile },
	web: { label: { en: 'Web', fi: 'Verkko' }, icon: IconWorld },
	leaflet: { label: { en: 'Leaflet', fi: 'Paperiposti' }, icon: IconMailbox },
	webhook: { label: { en: 'Webhook', fi: 'Webhook' }, icon: IconWebhook },
	ad: { label: { en: 'Ad', fi: 'Mainos' }, icon: IconAd2 },
};
