/** Which refusals say that an address will never work: by RFC 3463, and by what servers say beside it. */
import { expect, test } from 'vitest';
import { isGone } from '../../src/wings/engagement/channels/email/codes.ts';
import { slowness } from '../slowness.ts';

/** What a report says: its code, and the words of the server. */
const GONE: readonly (readonly [string, string])[] = [
	['5.1.1', 'smtp; 550-5.1.1 The email account that you tried to reach does not exist'],
	['5.1.1', ''],
	['5.1.2', 'smtp; 550 5.1.2 Bad destination system address'],
	['5.1.3', 'smtp; 501 5.1.3 Bad recipient address syntax'],
	['5.1.6', 'smtp; 551 5.1.6 Mailbox has moved'],
	['5.1.10', 'smtp; 556 5.1.10 Recipient address has null MX'],
	['5.1.10', 'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
	['5.2.1', 'smtp; 550 5.2.1 The email account that you tried to reach is disabled'],
	['5.4.4', 'X-Postfix; Host or domain name not found. Name service error for name=example.invalid type=AAAA: Host not found'],
	['5.4.310', 'smtp;550 5.4.310 DNS domain example.invalid does not exist'],
	['5.4.1', 'smtp;550 5.4.1 Recipient address rejected: Access denied.'],
	['5.0.0', "smtp; 554 delivery error: dd This user doesn't have a yahoo.example account"],
	['5.0.0', 'smtp; 550 5.1.1 <gone@example.com>: User unknown'],
	['5.3.0', 'smtp; 553 5.3.0 <gone@example.com>... No such user here'],
	['5.0.0 (permanent failure)', 'smtp; 550 Invalid recipient <gone@example.com>'],
];

const ANOTHER_TIME: readonly (readonly [string, string])[] = [
	['5.2.2', 'smtp; 552-5.2.2 The recipient’s inbox is out of storage space'],
	['5.2.2', ''],
	['5.2.3', 'smtp; 552 5.2.3 Message size exceeds limit'],
	['5.2.1', 'smtp; 550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents more'],
	['5.3.4', 'smtp; 552 5.3.4 Message too big for system'],
	['5.4.1', 'X-Postfix; connect to mail.example.net: No answer from host'],
	['5.4.6', 'smtp; 554 5.4.6 Too many hops'],
	['5.5.2', 'smtp; 500 5.5.2 Syntax error'],
	['5.6.1', 'smtp; 554 5.6.1 Media not supported'],
	['5.7.0', 'smtp; 550 5.7.0 Message rejected'],
	['5.7.1', 'smtp; 550 5.7.1 Service unavailable; client host blocked using a list'],
	['5.7.1', 'smtp; 550 5.7.1 User unknown or not allowed'],
	['5.7.26', 'smtp; 550-5.7.26 Unauthenticated email is not accepted due to domain’s DMARC policy'],
	['5.7.509', 'smtp;550 5.7.509 Access denied, sending domain does not pass DMARC verification'],
	['5.7.606', 'smtp;550 5.7.606 Access denied, banned sending IP'],
	['5.1.7', 'smtp; 553 5.1.7 Bad sender’s mailbox address syntax'],
	['5.1.8', 'smtp; 501 5.1.8 Domain of sender address does not exist'],
	['5.0.0', 'smtp; 554 Message refused'],
	['5.0.0', 'smtp; 550 5.7.1 Blocked'],
	// Made 5.1.1 by the server between, of a 550 that named no code.
	['5.1.1', 'smtp; 550 Blocked, see our policy on spam'],
	['4.4.7', 'smtp; 550 4.4.7 QUEUE.Expired; message expired'],
	['4.1.1', 'smtp; 450 4.1.1 User unknown'],
	['', ''],
	['gibberish', 'gibberish'],
];

test.each(GONE)('%s, “%s”: nobody is there', (status, said) => {
	expect(isGone(said, status)).toBe(true);
});

test.each(ANOTHER_TIME)('%s, “%s”: the next letter may arrive', (status, said) => {
	expect(isGone(said, status)).toBe(false);
});

test('what a server answers at once is judged by the same: without a code of RFC 3463 by its reply and its words', () => {
	for (const said of [
		'550 5.1.1 No such user',
		'550 No such user',
		'551 User not local',
		'553 Mailbox name not allowed',
		'550 5.2.1 Mailbox disabled',
	])
		expect([said, isGone(said)]).toEqual([said, true]);
	for (const said of [
		'554 Refused',
		'550 Blocked by our blocklist',
		'550 5.7.1 Spam',
		'552 Mailbox full',
		'550 5.2.2 Over quota',
		'450 User unknown',
	])
		expect([said, isGone(said)]).toEqual([said, false]);
});

test('no words take long to judge', () => {
	const took = (): number => {
		const began = performance.now();
		for (const piece of ['user ', 'unknown ', 'address address address ', 'no such ']) isGone(`550 5.0.0 ${piece.repeat(20_000)}`, '5.0.0');
		return performance.now() - began;
	};
	// The quickest of some: a busy machine takes time from others.
	expect(Math.min(...Array.from({ length: 5 }, took))).toBeLessThan(500 * slowness());
});
