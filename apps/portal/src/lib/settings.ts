/** Public settings that the server writes into index.html. */
import * as z from 'zod';

const Settings = z.object({
	/** External account page (Settings in the sidebar). */
	accountUrl: z.string(),
	/** Where *Contact support* leads. */
	supportUrl: z.string(),
	/** Where /redirect leads. */
	newAdminUrl: z.string(),
	/** The built-in mailbox is on. */
	mailbox: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

/** What holds while the page is served by Vite, which fills no placeholder: the portal's own pages. */
const unfilled: Settings = { accountUrl: '/profile', supportUrl: '/contact', newAdminUrl: '/', mailbox: true };

function read(): Settings {
	const text = document.getElementById('settings')?.textContent?.trim() ?? '';
	return text === '' || text === '__SETTINGS__' ? unfilled : Settings.parse(JSON.parse(text));
}

let settings: Settings | null = null;
/** The settings of this page, read once. */
export function publicSettings(): Settings {
	settings ??= read();
	return settings;
}
