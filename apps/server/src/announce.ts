/** The last thing of a start: where everything is, and a way in. */
import { PRINTED_LINK_TTL_MINUTES } from '@luvalla/contract/constants.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { sampleEmail } from './sample/sample.ts';
import { adminHasSignedIn, printedLink } from './wings/identity/wing.ts';

/**
 * Links are printed when PUBLIC_URL is local, else only while no admin ever signed in, and always when asked for with
 * `npm start -- --link`. With no terminal it is one JSON line.
 */
export const announce = async (
	{ settings, storage, log }: Kernel,
	places: { shop: string | null; mailbox: string | null },
): Promise<void> => {
	if (settings.role === 'worker') return log.info('ready', { role: 'worker', health: `http://${settings.host}:${settings.port}/healthz` });
	const nobodyYet = !(await adminHasSignedIn(storage));
	const mayPrint = settings.isLocal || process.argv.includes('--link') || nobodyYet;
	const link = (email: string): Promise<string | null> =>
		mayPrint ? printedLink({ storage, publicUrl: settings.publicUrl }, email) : Promise.resolve(null);
	const owner = settings.sample ? await link(sampleEmail('owner')) : null;
	const admin = await link(settings.adminEmail);
	if (nobodyYet && admin === null)
		log.warn('ADMIN_EMAIL names nobody here, and no platform admin has ever signed in: npm run migrate makes them one', {
			adminEmail: settings.adminEmail,
		});
	if (!process.stdout.isTTY) {
		process.stdout.write(
			`${JSON.stringify({ msg: 'ready', portal: settings.publicUrl, signIn: owner ?? admin, admin, mailbox: places.mailbox, shop: places.shop })}\n`,
		);
		return;
	}
	const lines: [string, string | null][] = [
		['Portal', settings.publicUrl],
		[`Start here, as ${sampleEmail('owner')}`, owner],
		[`Platform admin, ${settings.adminEmail}`, admin],
		['Mailbox', places.mailbox],
		['Sample shop', places.shop],
	];
	const shown = lines.filter((line): line is [string, string] => line[1] !== null);
	process.stdout.write(
		`\n  Luvalla is ready.\n\n${shown.map(([what, where]) => `  ${what}\n    ${where}\n`).join('')}\n${mayPrint ? `  Sign-in links work once, for ${PRINTED_LINK_TTL_MINUTES} minutes; npm start -- --link prints new ones.\n` : ''}${places.shop ? '  If your browser does not find shop.localhost, add to your hosts file: 127.0.0.1 shop.localhost blog.localhost stats.localhost ads.localhost video.localhost\n' : ''}  Ctrl-C stops it.\n\n`,
	);
};
