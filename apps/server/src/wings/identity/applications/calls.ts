/** The application calls: rules around the store. */
import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import * as applications from '@luvalla/contract/identity/applications.ts';
import { recordActivity, recorderOf } from '#kernel/access/activity.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import { newId } from '#kernel/clock.ts';
import { newToken } from '#kernel/http/cookies.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard, type Guard, OutboundRefused } from '#kernel/outbound/guard.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Places } from '../places.ts';
import { forgetPermissions } from '../signin/permission.ts';
import {
	type ApplicationRow,
	applicationByClient,
	applicationById,
	asApplication,
	deleteApplication,
	insertApplication,
	listApplications,
	replaceSecret,
	secretPlace,
	updateApplication,
} from './store.ts';

const { CLIENT_TYPE } = applications;

const refuseApplication = refusals({
	redirect_needed: [422, 'A single page application needs an address to return to.', 'Yhden sivun sovellus tarvitsee paluuosoitteen.'],
	origin_needed: [
		422,
		'The login component needs the origin of the page it stands on.',
		'Kirjautumiskomponentti tarvitsee sen sivuston osoitteen, jolla se on.',
	],
	logout_address_closed: [
		422,
		'We may not reach the address that is told of signing out. Use a public one.',
		'Uloskirjautumisesta kertovaan osoitteeseen ei voi ottaa yhteyttä. Käytä julkista osoitetta.',
	],
	type_stays: [409, 'The type of an application stays. Add another one.', 'Sovelluksen tyyppiä ei voi vaihtaa. Lisää uusi sovellus.'],
	no_secret: [409, 'Only applications with their own server have a secret.', 'Vain palvelinsovelluksella on salaisuus.'],
});

/** What each type cannot work without. */
const demandParts = (body: { clientType: 0 | 1 | 2; redirectUrl: readonly string[]; allowedOrigins: readonly string[] }): void => {
	if (body.clientType === CLIENT_TYPE.singlePage && body.redirectUrl.length === 0)
		throw refuseApplication('redirect_needed', { redirectUrl: { en: 'Give an address to return to', fi: 'Anna paluuosoite' } });
	if (body.clientType === CLIENT_TYPE.loginComponent && body.allowedOrigins.length === 0)
		throw refuseApplication('origin_needed', { allowedOrigins: { en: 'Give the origin of the page', fi: 'Anna sivuston osoite' } });
};

/** The address is judged again each time it is told something: names may lead elsewhere by then. */
const demandReach = async (guard: Guard, address: string): Promise<void> => {
	if (address === '') return;
	const { hostname, port, protocol } = new URL(address);
	const at = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
	const demandOpen = (error: unknown): void => {
		// A name that nobody knows yet may be known tomorrow.
		if (error instanceof OutboundRefused)
			throw refuseApplication('logout_address_closed', {
				backchannelLogoutUri: { en: 'Use an address that can be reached from outside', fi: 'Käytä osoitetta, johon pääsee ulkoa' },
			});
	};
	try {
		guard.check(hostname, at);
	} catch (error) {
		demandOpen(error);
	}
	const name = hostname.replace(/^\[|\]$/g, '');
	if (isIP(name) === 0) demandOpen(await new Promise((done) => guard.lookupFor(at)(name, {}, (error) => done(error))));
};

/** Where tokens go, and who is told that somebody signed out. */
const addressesOf = (body: {
	redirectUrl: readonly string[];
	allowedOrigins: readonly string[];
	postLogoutRedirectUris: readonly string[];
	backchannelLogoutUri: string;
}): string => JSON.stringify([body.redirectUrl, body.allowedOrigins, body.postLogoutRedirectUris, body.backchannelLogoutUri]);

const existing = async (tx: Tx, customerId: number, id: string): Promise<ApplicationRow> => {
	const row = await applicationById(tx, customerId, id);
	if (!row) throw refuse('not_found');
	return row;
};

/** What the activity keeps: never the secret. */
const record = recorderOf('application', (row: ApplicationRow) => ({
	client_name: row.client_name,
	name: row.name,
	redirect_urls: row.redirect_urls,
	allowed_origins: row.allowed_origins,
	allow_offline_access: row.allow_offline_access,
	post_logout_redirect_uris: row.post_logout_redirect_uris,
	back_channel_logout_uri: row.back_channel_logout_uri,
}));

export const applicationRoutes = ({ storage, secrets, askers, settings }: Kernel, places: Places): Route[] => {
	const guard = createGuard(settings.outboundAllow);
	return [
		handle(applications.applications, async ({ query, scope }) =>
			(await storage.inTenant(scope.customerId, (tx) => listApplications(tx, scope.customerId, query))).map(asApplication),
		),
		handle(applications.addApplication, async ({ asker, body, scope }) => {
			demandParts(body);
			// Its secret is the customer's machine for as long as nobody takes it away, and its addresses are handed tokens.
			demandConfirmed(asker);
			await demandReach(guard, body.backchannelLogoutUri);
			const id = newId();
			const clientId = `luv_${randomBytes(12).toString('base64url')}`;
			const secret = body.clientType === CLIENT_TYPE.admin ? newToken() : null;
			if (!(await places.customer(scope.customerId))) throw refuse('not_found');
			const row = await storage.inTenant(scope.customerId, async (tx) => {
				await insertApplication(
					tx,
					scope.customerId,
					{ id, clientId },
					body.clientType,
					body,
					secret && secrets.seal(secret, secretPlace(id)),
				);
				const added = await existing(tx, scope.customerId, id);
				await record(tx, { asker, scope }, 'added', id, null, added);
				return added;
			});
			return { ...asApplication(row), clientSecret: secret };
		}),
		handle(applications.changeApplication, async ({ asker, body, scope }) => {
			if (body.backchannelLogoutUri !== undefined) await demandReach(guard, body.backchannelLogoutUri);
			return storage.inTenant(scope.customerId, async (tx) => {
				const before = await applicationByClient(tx, scope.customerId, body.clientId);
				if (!before) throw refuse('not_found');
				const was = asApplication(before);
				const wanted = { ...was, ...body };
				if (was.clientType !== wanted.clientType) throw refuseApplication('type_stays');
				demandParts(wanted);
				// Another address is handed the tokens of everybody who signs in.
				if (addressesOf(was) !== addressesOf(wanted)) demandConfirmed(asker);
				await updateApplication(tx, scope.customerId, before.application_id, wanted);
				const after = await existing(tx, scope.customerId, before.application_id);
				await record(tx, { asker, scope }, 'changed', before.application_id, before, after);
				return asApplication(after);
			});
		}),
		handle(applications.deleteApplication, async ({ asker, params, scope }) => {
			const removed = await storage.inTenant(scope.customerId, async (tx) => {
				const row = await existing(tx, scope.customerId, params.id);
				await deleteApplication(tx, row);
				await record(tx, { asker, scope }, 'deleted', params.id, row, null);
				return row;
			});
			await storage.inPlatform((tx) => forgetPermissions(tx, removed.client_id));
			await askers.changed('*');
			return { id: params.id };
		}),
		handle(applications.rotateSecret, async ({ asker, params, scope }) => {
			demandConfirmed(asker);
			const secret = newToken();
			const row = await storage.inTenant(scope.customerId, async (tx) => {
				const before = await existing(tx, scope.customerId, params.id);
				if (before.client_type !== CLIENT_TYPE.admin) throw refuseApplication('no_secret');
				await replaceSecret(tx, before, secrets.seal(secret, secretPlace(params.id)));
				await recordActivity(tx, scope.customerId, asker, { action: 'rotated', thing: 'application_secret', thingId: params.id });
				return existing(tx, scope.customerId, params.id);
			});
			await askers.changed('*');
			return { ...asApplication(row), clientSecret: secret };
		}),
	];
};
