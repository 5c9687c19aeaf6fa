/** Where what is in the way of a campaign is mended. */
import type { Campaign } from '@luvalla/contract/engagement/campaigns';

interface Way {
	to: string;
	search: Record<string, string>;
	text:
		| 'wayAudience'
		| 'wayChoose'
		| 'wayConstellations'
		| 'wayPurposes'
		| 'wayConnectors'
		| 'waySender'
		| 'waySenders'
		| 'wayProof'
		| 'wayCredits';
}

/** By the codes of `GET /manage/campaign/{id}/before`; undefined: nothing that a page of ours mends. */
export const wayOf = (code: string, { id, audienceIdFK }: Pick<Campaign, 'id' | 'audienceIdFK'>): Way | undefined => {
	switch (code) {
		case 'audience_not_approved':
			return { to: `/audiences/${audienceIdFK}`, search: {}, text: 'wayAudience' };
		case 'audience_missing':
		case 'no_constellation':
		case 'campaign_late':
			return { to: '/campaigns', search: { id }, text: 'wayChoose' };
		case 'constellation_not_published':
			return { to: '/constellations', search: {}, text: 'wayConstellations' };
		case 'no_purpose':
			return { to: '/lightconfig/purposes', search: {}, text: 'wayPurposes' };
		case 'no_connector':
		case 'no_signing_secret':
			return { to: '/connectors', search: {}, text: 'wayConnectors' };
		case 'no_sender':
		case 'no_postal':
			return { to: '/campaigns', search: { id }, text: 'waySender' };
		case 'text_sign_missing':
		case 'names_sign_missing':
			return { to: '/campaigns/proof', search: { id }, text: 'wayProof' };
		case 'sender_not_checked':
			return { to: '/connectors/senders', search: {}, text: 'waySenders' };
		case 'no_credits':
			return { to: '/manageaccount/credits', search: {}, text: 'wayCredits' };
		default:
			return undefined;
	}
};
