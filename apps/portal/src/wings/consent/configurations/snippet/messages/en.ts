/** Texts of the snippet dialog's parts. */
export const en = {
	isLive: 'Is it live?',
	lookNow: 'Look now',
	live: 'Live',
	liveText: 'The start page of {{domain}} loads this domain’s banner.',
	missing: 'Missing',
	missingText: 'The start page of {{domain}} opened, and the snippet is not on it. Put the line first in its head.',
	unreachable: 'Did not open',
	unreachableText: 'The start page of {{domain}} did not open, so nobody knows.',
	unknown: 'Not looked yet',
	unknownText: 'The start page is looked at every day once a banner is published. You can look now.',
	why: 'Why:',
	checkedAt: 'Looked {{when}}.',
	seenAt: 'Last seen live {{when}}.',
	inline: 'Inline form',
	inlineText:
		'The same as one inline script, for sites that want no request before the first paint. It does not follow later publications: paste it anew after each. It asks everyone, wherever they are.',
	inlineScript: 'Script',
	inlineHash: 'Hash for script-src',
	inlineNoHash: 'Open the portal over HTTPS to see the hash.',
	inlineNothing: 'Publish first: the script carries what is live.',
	inlineFailed: 'The script could not be made. Try again later.',
} as const;
