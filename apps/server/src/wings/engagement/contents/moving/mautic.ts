/** Mautic's tokens: `{contactfield=firstname|friend}`, `{unsubscribe_url}`. Conditions it has none. */
import { type Dialect, fieldOf, LEFT, output, value, withDefault } from './tags.ts';

const OWN: Readonly<Record<string, string>> = {
	unsubscribe_url: '{{ links.unsubscribe }}',
	dnc_url: '{{ links.unsubscribe }}',
	unsubscribe_text: '<a href="{{ links.unsubscribe }}">Unsubscribe</a>',
	subject: '{{ letter.subject }}',
	// Opens are seen by the letter's own picture, of those who agreed.
	tracking_pixel: '',
};
/** What stands behind a field's name instead of a text for those of whom it is not known. */
const HOW: Readonly<Record<string, string>> = { true: ' | url_encode', encode: ' | url_encode' };

export const mautic: Dialect = {
	tag: /\{(?:(?:contactfield|leadfield|ownerfield|companyfield|pagelink|assetlink|formlink|form|focus|dwc|dynamiccontent|trackedlink|today|custom\w*)=[^{}\n]{1,200}|(?:unsubscribe_text|unsubscribe_url|dnc_url|resubscribe_url|webview_text|webview_url|signature|subject|tracking_pixel|today|langbar|lang|sharebuttons|pagetitle|pagemetadescription|channelfrequency|preferredchannel|segmentlist|categorylist|saveprefsbutton))\}/g,
	meaningOf: (tag) => {
		const said = tag.slice(1, -1);
		const own = OWN[said];
		if (own !== undefined) return value(own);
		const [, field = '', otherwise] = /^(?:contactfield|leadfield)=([\w-]+)(?:\|(.*))?$/.exec(said) ?? [];
		if (field === '') return LEFT;
		if (otherwise === undefined || otherwise === '') return value(output(fieldOf(field)));
		const how = HOW[otherwise];
		if (how !== undefined) return value(output(`${fieldOf(field)}${how}`));
		// Of dates Mautic takes how they are written; by whose habit is its own to know.
		if (/^(date|time|datetime)(\b|$)/.test(otherwise)) return LEFT;
		const liquid = withDefault(fieldOf(field), otherwise);
		return liquid === null ? LEFT : value(liquid);
	},
};
