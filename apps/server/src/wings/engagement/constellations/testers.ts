/**
 * Who may be sent a letter that is tried out: people of the customer's team at addresses that they signed in with, and addresses that were
 * confirmed once, by a link mailed there. A trial is a letter, too: it goes to nobody who stopped everything, unsubscribed on the domain or
 * cannot be reached, and whoever gets one can have no more of them.
 */
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Language, Sentences } from '#kernel/http/errors.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Mail } from '#kernel/outbound/mail.ts';
import { quoted } from '#kernel/outbound/quoted.ts';
import { SecretError } from '#kernel/secrets.ts';
import { texts } from '#kernel/storage/arrays.ts';
import type { Words } from '#kernel/storage/mentions.ts';
import { bool, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { stoppedBy } from '../../people/wing.ts';
import { teamAddresses } from '../../tenancy/wing.ts';

const TesterRow = row({ address: text, confirmed: bool, stopped: bool });
const ValueRow = row({ value: text });

export interface Testers {
	/** Addresses that a trial is sent to. */
	readonly confirmed: ReadonlySet<string>;
	/** Those that no letter goes to, confirmed or not. */
	readonly closed: ReadonlySet<string>;
}

/** Of these, in small letters, whoever may be sent a trial on the domain, and who may not. */
export const testersAmong = async (
	tx: Tx,
	secrets: Kernel['secrets'],
	customerId: number,
	domainId: string,
	addresses: readonly string[],
): Promise<Testers> => {
	const known = await tx.rows(
		TesterRow,
		sql`select address, confirmed_at is not null as confirmed, stopped_at is not null as stopped from uat_address
		where customer_id = ${customerId} and address = any(${texts(addresses)}::text[])`,
	);
	// A no to letters of this domain: of whom the address is, and of whoever is one with them.
	const closed = await tx.rows(
		ValueRow,
		sql`select i.value from person_identifier i
		where i.customer_id = ${customerId} and i.kind = 'email' and i.value = any(${texts(addresses)}::text[]) and (i.bounced_at is not null
			or exists (select 1 from consent_state c join purpose p on p.customer_id = ${customerId} and p.purpose_id = c.purpose_id
				where c.customer_id = ${customerId} and not c.value and p.domain_id = ${domainId} and 'email' = any(p.channels)
					and (c.person = i.person or exists (select 1 from profile f
						where f.customer_id = ${customerId} and f.person = c.person and i.person = any(f.members)))))`,
	);
	const stopped: string[] = [];
	for (const value of addresses) if (await stoppedBy(tx, secrets, customerId, { kind: 'email', value })) stopped.push(value);
	return {
		confirmed: new Set([
			...(await teamAddresses(tx, customerId, addresses)),
			...known.flatMap((one) => (one.confirmed ? [one.address] : [])),
		]),
		closed: new Set([...stopped, ...closed.map(({ value }) => value), ...known.flatMap((one) => (one.stopped ? [one.address] : []))]),
	};
};

/** It is asked whether it may be written to. */
export const noteAsked = (tx: Tx, customerId: number, address: string): Promise<number> =>
	tx.run(
		sql`insert into uat_address (customer_id, address, asked_at) values (${customerId}, ${address}, ${now()})
		on conflict (customer_id, address) do update set asked_at = excluded.asked_at`,
	);

/** Whoever holds the link says yes, or no more. Null: nobody asked, or it was erased. */
export const answerTrial = async (tx: Tx, customerId: number, address: string, may: boolean): Promise<'confirmed' | 'stopped' | null> => {
	const at = now();
	const said = may
		? await tx.run(
				sql`update uat_address set confirmed_at = coalesce(confirmed_at, ${at}), stopped_at = null where customer_id = ${customerId} and address = ${address}`,
			)
		: await tx.run(
				sql`insert into uat_address (customer_id, address, asked_at, stopped_at) values (${customerId}, ${address}, ${at}, ${at})
				on conflict (customer_id, address) do update set confirmed_at = null, stopped_at = excluded.stopped_at`,
			);
	if (said === 0) return null;
	return may ? 'confirmed' : 'stopped';
};

export const forgetTesters = (tx: Tx, customerId: number, { whole }: Words): Promise<number> =>
	tx.run(sql`delete from uat_address where customer_id = ${customerId} and address = any(${texts([...whole])}::text[])`);

/** What a link says; sealed, so that no address stands in anybody's history or log. It leads to nothing but this address's own answer. */
const Link = z.object({ customerId: z.int(), address: z.string() });
export type TrialLink = z.infer<typeof Link>;
const PLACE = 'trial link';

export const trialUrl = ({ secrets, settings }: Pick<Kernel, 'secrets' | 'settings'>, link: TrialLink): string =>
	`${settings.publicUrl}/u/trial?to=${encodeURIComponent(secrets.seal(JSON.stringify(link), PLACE))}`;

export const readTrialLink = (secrets: Kernel['secrets'], token: string): TrialLink | null => {
	try {
		return Link.safeParse(JSON.parse(secrets.open(token, PLACE))).data ?? null;
	} catch (error) {
		if (error instanceof SecretError || error instanceof SyntaxError) return null;
		throw error;
	}
};

/** Why an address was not written to. Whether somebody left, or letters come back, is told to nobody who only writes an address down. */
export const CLOSED = {
	en: 'No letters go to this address from here.',
	fi: 'Tähän osoitteeseen ei lähetetä viestejä.',
} as const satisfies Sentences;
export const ASKED = {
	en: 'It is not confirmed yet. We mailed a link there; open it once, then send again.',
	fi: 'Osoitetta ei ole vielä vahvistettu. Lähetimme sinne linkin; avaa se kerran ja lähetä uudelleen.',
} as const satisfies Sentences;
export const ASKED_BEFORE = {
	en: 'It is not confirmed yet. Open the link that was mailed there, then send again.',
	fi: 'Osoitetta ei ole vielä vahvistettu. Avaa sinne lähetetty linkki ja lähetä uudelleen.',
} as const satisfies Sentences;

const words = {
	en: {
		subject: 'May letters be tried out on you?',
		text: (who: string) =>
			`${who} would like to send letters to this address before they go to anybody else, to see how they look. Confirm it once, and such letters come; you can end that by a link in each of them.`,
		company: 'Company',
		button: 'Look at it and confirm',
		until: 'If you do not know what this is about, ignore this mail: nothing is sent.',
	},
	fi: {
		subject: 'Saako sinulle lähettää kokeiluviestejä?',
		text: (who: string) =>
			`${who} haluaa lähettää tähän osoitteeseen viestejä ennen muita nähdäkseen, miltä ne näyttävät. Kun vahvistat osoitteen kerran, viestejä tulee; voit lopettaa ne jokaisessa viestissä olevasta linkistä.`,
		company: 'Yritys',
		button: 'Katso ja vahvista',
		until: 'Jos et tiedä, mistä on kyse, jätä viesti huomiotta: mitään ei lähetetä.',
	},
} as const;

/** The mail that asks. @param who the address of whoever asks */
export const askingMail = (language: Language, who: string, customer: string, link: string): Omit<Mail, 'to'> => {
	const w = words[language];
	const [said, company] = [w.text(who), `${w.company}: ${quoted(language, customer)}`];
	return {
		subject: w.subject,
		text: `${said}\n\n${w.button}:\n${link}\n\n${w.until}\n\n${company}\n`,
		html: `<!doctype html><html><body style="margin:0;padding:32px 24px;background:#f4f6f5;color:#16201e;font:16px/24px system-ui,sans-serif"><div style="max-width:440px;margin:0 auto;background:#ffffff;border-radius:12px;padding:32px"><p>${escapeHtml(said)}</p><p><a href="${escapeHtml(link)}" style="display:inline-block;background:#016465;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 20px;border-radius:6px">${escapeHtml(w.button)}</a></p><p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(w.until)}</p><p style="color:#4c5957;font-size:14px;line-height:20px">${escapeHtml(company)}</p></div></body></html>`,
	};
};
