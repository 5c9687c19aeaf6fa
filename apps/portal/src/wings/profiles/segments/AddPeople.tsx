/** Known people put into a segment by hand, one on a line. Who is not known stays in the field. */

import { PersonKey } from '@luvalla/contract/people/identifiers';
import { addMembers, MEMBERS_AT_ONCE, segmentCount, segmentMembers, segments } from '@luvalla/contract/profiles/segments';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { fieldRule } from '#portal/lib/field-rules.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { useSegmentTexts } from './texts.ts';

/** What a line means: an address has an @, a phone begins with a plus, all else is the customer's own id. */
const keyOf = (line: string) => (line.includes('@') ? { email: line } : line.startsWith('+') ? { phone: line } : { externalId: line });

const linesOf = (text: string): string[] => text.split(/\r?\n/).flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));

export function AddPeople({ id, scope }: { id: string; scope: Scope }) {
	const t = useSegmentTexts();
	const language = useLanguage();
	const [text, setText] = useState('');
	const [wrong, setWrong] = useState<string | null>(null);
	const [told, setTold] = useState<string | null>(null);
	const add = useCall(addMembers, { reload: [segmentMembers, segments, segmentCount], scope });
	const send = () => {
		const lines = linesOf(text);
		setTold(null);
		if (lines.length === 0) return setWrong(t('addNobody'));
		if (lines.length > MEMBERS_AT_ONCE) return setWrong(t('addTooMany', { most: MEMBERS_AT_ONCE }));
		for (const [n, line] of lines.entries()) {
			const { error } = PersonKey.safeParse(keyOf(line));
			if (error) return setWrong(t('addLine', { line: n + 1, text: line, why: fieldRule(error.issues[0]?.message ?? '', language) }));
		}
		setWrong(null);
		add.mutate(
			{ params: { id }, query: {}, body: { people: lines.map(keyOf) } },
			{
				onSuccess: ({ data }) => {
					const strangers = data.unknown.flatMap((n) => lines[n] ?? []);
					setText(strangers.join('\n'));
					setTold(t('addedSome', { count: data.changed, unchanged: data.unchanged }));
					if (strangers.length > 0) setWrong(t('unknownSome', { count: strangers.length }));
				},
			},
		);
	};
	return (
		<div className="below-16 grid-10">
			<AreaField
				label={t('addPeople')}
				hint={t('addPeopleHint')}
				maxRows={12}
				spellCheck={false}
				value={text}
				error={wrong}
				onChange={(event) => {
					setText(event.currentTarget.value);
					setWrong(null);
				}}
			/>
			<div className="row-12">
				<Button variant="default" data-strong loading={add.isPending} onClick={send}>
					{t('addPeopleVerb')}
				</Button>
				<p role="status">{told}</p>
			</div>
		</div>
	);
}
