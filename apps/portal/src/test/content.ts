/** A text message as the calls answer it. */
import type { Content } from '@luvalla/contract/engagement/contents';
import { idOf } from '#portal/test/people.ts';

export const content = (n: number, more: Partial<Content> = {}): Content => ({
	id: idOf(500 + n),
	title: `Content ${n}`,
	contentType: 'SMS',
	channel: 1,
	content: null,
	domain: 'shop.example',
	domainId: idOf(1),
	language: 'en',
	controls: { en: { simpletext: 'Hello {{ person.first_name }}' } },
	markup: 'html',
	placement: null,
	status: 0,
	uses: 0,
	createdAt: '2026-11-01T10:00:00.000Z',
	changedAt: '2026-11-20T10:00:00.000Z',
	hints: [],
	...more,
});

/** As the preview shows it to Emma. */
export const rendered = {
	subject: null,
	html: null,
	text: 'Hello Emma',
	heroimage: null,
	size: 10,
	sms: { parts: 1, encoding: 'GSM-7' as const, characters: 10, places: 160, foreign: null },
	push: null,
};
