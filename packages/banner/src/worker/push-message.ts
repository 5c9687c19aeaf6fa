/** What a push carries, encrypted, from the server to the site's service worker. */
export interface PushMessage {
	title: string;
	body: string;
	/** Of two with the same one the later is shown. */
	tag: string;
	/** Where a press leads. */
	link?: string;
	image?: string;
	/** Why do I see this? And the way out. */
	why?: string;
}
