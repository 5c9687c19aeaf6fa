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

interface ChannelSign {
	readonly label: Text;
	/** In a sentence: reached by …. */
	readonly by: Text;
	readonly icon: TablerIcon;
}

export const channelSigns: Readonly<Record<Channel, ChannelSign>> = {
	email: { label: { en: 'Email', fi: 'Sähköposti' }, by: { en: 'email', fi: 'sähköpostilla' }, icon: IconMail },
	sms: { label: { en: 'SMS', fi: 'Tekstiviesti' }, by: { en: 'SMS', fi: 'tekstiviestillä' }, icon: IconDeviceMobileMessage },
	mobile: { label: { en: 'Mobile', fi: 'Mobiili' }, by: { en: 'mobile', fi: 'mobiilissa' }, icon: IconDeviceMobile },
	web: { label: { en: 'Web', fi: 'Verkko' }, by: { en: 'web', fi: 'verkossa' }, icon: IconWorld },
	leaflet: { label: { en: 'Leaflet', fi: 'Paperiposti' }, by: { en: 'leaflet', fi: 'paperipostilla' }, icon: IconMailbox },
	webhook: { label: { en: 'Webhook', fi: 'Webhook' }, by: { en: 'webhook', fi: 'webhookilla' }, icon: IconWebhook },
	ad: { label: { en: 'Ad', fi: 'Mainos' }, by: { en: 'ad', fi: 'mainoksella' }, icon: IconAd2 },
};
