/** What a platform admin sees of all hosts and certificates. */
import type { X509Certificate } from 'node:crypto';
import { connect } from 'node:tls';
import * as admin from '@luvalla/contract/tenancy/admin-hosts.ts';
import type { CustomDomainStatus } from '@luvalla/contract/tenancy/custom-domains.ts';
import { now } from '#kernel/clock.ts';
import type { Language, Sentences } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { lookupAt } from '#kernel/outbound/dns.ts';
import { createGuard, type Guard, OutboundRefused } from '#kernel/outbound/guard.ts';
import { pageOf, readPage } from '#kernel/storage/lists.ts';
import { createShowing } from '../custom-domains/calls.ts';
import { CUSTOM_DOMAINS, type CustomDomainRow, narrowed, pageOfCustomDomains } from '../custom-domains/store.ts';
import { lettersOf } from '../domains/host.ts';
import { pageOfAllDomains } from '../domains/store.ts';
import type { Ordering } from './order.ts';

const CONNECT_MS = 5_000;
const AT_ONCE = 10;

type Served = { readonly certificate: X509Certificate } | { readonly failed: 'refused' | 'slow' | 'silent'; readonly about: string };

/** What a host answers with: any certificate is taken, since it is the question which one it is. */
const certificateOf = (guard: Guard, host: string, port: number): Promise<Served> =>
	new Promise((resolve) => {
		const socket = connect({ host, port, servername: host, rejectUnauthorized: false, lookup: guard.lookupFor(port), timeout: CONNECT_MS });
		const end = (served: Served): void => {
			clearTimeout(clock);
			socket.destroy();
			resolve(served);
		};
		const clock = setTimeout(() => end({ failed: 'slow', about: '' }), CONNECT_MS);
		socket.once('secureConnect', () => {
			const certificate = socket.getPeerX509Certificate();
			end(certificate ? { certificate } : { failed: 'silent', about: '' });
		});
		socket.once('timeout', () => end({ failed: 'slow', about: '' }));
		socket.on('error', (error: NodeJS.ErrnoException) =>
			end({ failed: error instanceof OutboundRefused ? 'refused' : 'silent', about: error.code ?? error.message }),
		);
	});

const nameOf = (issuer: string): string => (/^(?:CN|O)=(.*)$/m.exec(issuer)?.[1] ?? issuer).slice(0, 200);

const SENTENCES = {
	same: { en: 'The stored certificate is served.', fi: 'Palvelin käyttää tallennettua varmennetta.' },
	other: { en: 'Another certificate is served than the stored one.', fi: 'Palvelin käyttää muuta kuin tallennettua varmennetta.' },
	ended: {
		en: 'The stored certificate is served, and it has ended.',
		fi: 'Palvelin käyttää tallennettua varmennetta, joka on vanhentunut.',
	},
	refused: {
		en: 'The host does not lead to a public address, so it was not connected to.',
		fi: 'Verkkotunnus ei johda julkiseen osoitteeseen, joten siihen ei otettu yhteyttä.',
	},
	slow: { en: 'The host took too long to answer.', fi: 'Palvelin oli liian hidas.' },
	silent: { en: 'The host answered with no certificate', fi: 'Palvelin ei antanut varmennetta' },
} as const satisfies Readonly<Record<string, Sentences>>;

const checked = (language: Language, row: CustomDomainRow, served: Served): admin.CheckedCertificate => {
	const stored = { serial: row.serial ?? '', notAfter: row.not_after?.toISOString() ?? '' };
	const of = { id: row.custom_domain_id, domain: row.host, customerId: row.customer_id, status: row.status, stored };
	if ('failed' in served) {
		const about = served.failed === 'silent' ? `${served.about === '' ? '' : ` (${served.about})`}.` : '';
		return { ...of, served: null, ok: false, sentence: `${SENTENCES[served.failed][language]}${about}` };
	}
	const { serialNumber, issuer, validToDate } = served.certificate;
	const serial = serialNumber.toLowerCase();
	const what = serial !== stored.serial ? 'other' : validToDate < now() ? 'ended' : 'same';
	return {
		...of,
		served: { serial, issuer: nameOf(issuer), notAfter: validToDate.toISOString() },
		ok: what === 'same',
		sentence: SENTENCES[what][language],
	};
};

/** Some at a time, answered in their order. */
const each = async <T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> => {
	const done: U[] = [];
	for (let at = 0; at < items.length; at += AT_ONCE) done.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))));
	return done;
};

export const adminHostRoutes = (ordering: Ordering): Route[] => {
	const { storage, settings } = ordering.kernel;
	const across = storage.acrossInReport;
	const showAll = createShowing(ordering);
	const guard = createGuard(settings.outboundAllow, lookupAt(settings));
	// Outside it is always 443; at home there is nothing in front.
	const port = settings.isLocal ? (settings.httpsPort ?? 443) : 443;
	type Query = { q?: string | undefined; customerId?: number | undefined; page: number; size: number; sort?: string | undefined };
	const found = async (language: Language, query: Query, statuses?: readonly CustomDomainStatus[]) => {
		const { rows, counted } = await pageOfCustomDomains(across, { ...query, statuses });
		return { data: await storage.inPlatform((tx) => showAll(tx, language, rows)), page: pageOf(counted, query) };
	};
	return [
		handle(admin.luvallaDomains, async ({ query }) => {
			const { rows, counted } = await pageOfAllDomains(across, { ...query, banner: 'published' });
			return {
				data: rows.flatMap(({ live_banner: live, ...row }) =>
					live === null
						? []
						: [
								{
									id: row.domain_id,
									domain: row.host,
									letters: lettersOf(row.host),
									name: row.name,
									customerId: row.customer_id,
									customerName: row.customer_name,
									banner: { title: live.title, version: live.version, publishedAt: live.publishedAt },
								},
							],
				),
				page: pageOf(counted, query),
			};
		}),
		handle(admin.luvallaFirstPartyDomains, ({ query, language }) => found(language, query)),
		handle(admin.validatedDomains, ({ query, language }) => found(language, query, ['Validated'])),
		handle(admin.renewedDomains, ({ query, language }) => found(language, query, ['Renewed'])),
		handle(admin.checkCertificates, async ({ query, language }) => {
			const conditions = narrowed({ q: query.q, customerId: query.customerId, certified: true });
			const { rows, counted } = await readPage(across, CUSTOM_DOMAINS, conditions, query);
			const data = await each(rows, async (row) => checked(language, row, await certificateOf(guard, row.host, port)));
			return { data, page: pageOf(counted, query) };
		}),
	];
};
