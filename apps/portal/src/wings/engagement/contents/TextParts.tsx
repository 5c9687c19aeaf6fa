/** The texts of a content in the language that is written: those that its kind has, in the order in which they are read. */
import { MOST_TEXT } from '@luvalla/contract/engagement/contents';
import type { Scope } from '#portal/lib/client.ts';
import { Body } from './Body.tsx';
import { type Draft, modesOf } from './draft.ts';
import { FieldText } from './FieldText.tsx';
import { Hero } from './Hero.tsx';
import { kindOf } from './kinds.ts';
import { PlainPart } from './PlainPart.tsx';
import { type ContentTexts, useContentTexts } from './texts.ts';
import type { Editing } from './use-editing.ts';
import { useUpload } from './use-upload.ts';
import type { Writing } from './use-writing.ts';

interface TextPartsProps {
	editing: Editing;
	writing: Writing;
	scope: Scope;
}

export function TextParts({ editing: { draft, edit }, writing, scope }: TextPartsProps) {
	const t = useContentTexts();
	const upload = useUpload(scope);
	const { channel, types } = kindOf(draft.contentType);
	const { current, controls, preview, hints, fields, version, change, leave, missing } = writing;
	const modes = modesOf(types);
	return (
		<>
			{types.includes('subject') ? <Subject writing={writing} /> : null}
			{types.includes('heroimage') && !(draft.mode !== 'rich' && types.includes('rawhtml')) ? (
				<Hero controls={controls} error={missing('heroimage')} upload={upload} onChange={change} onBlur={leave('heroimage')} />
			) : null}
			{modes.length > 0 ? (
				<Body
					controls={controls}
					mode={modes.includes(draft.mode) ? draft.mode : (modes[0] ?? 'rich')}
					modes={modes}
					label={t('body')}
					lang={current}
					error={missing('body')}
					fields={fields}
					hints={hints.filter((hint) => hint.language === current)}
					version={version}
					onMode={(mode) => edit({ mode })}
					onChange={change}
					onBlur={leave('body')}
					onPicture={upload.send}
				/>
			) : null}
			{types.includes('simpletext') ? (
				<PlainPart
					value={(controls.simpletext ?? '').slice(0, MOST_TEXT)}
					ofBody={channel === 'email'}
					made={preview.madeText}
					sms={preview.rendered?.sms ?? null}
					note={noteOf(t, draft)}
					error={missing('simpletext')}
					fields={fields}
					lang={current}
					onChange={(simpletext) => change({ simpletext })}
					onBlur={leave('simpletext')}
				/>
			) : null}
		</>
	);
}

/** What else the writer of a message should know. */
const noteOf = (t: ContentTexts, { contentType, placement }: Draft): string | undefined => {
	const { channel } = kindOf(contentType);
	if (channel === 'mobile') return t('pushHint');
	if (channel === 'web') return t(placement ? 'siteHint' : 'webHint');
	return channel === 'webhook' ? t('jsonHint', { field: '{{ person.first_name }}' }) : undefined;
};

/** With how long it is as somebody gets it. */
function Subject({ writing: { current, controls, preview, fields, change, leave, missing } }: { writing: Writing }) {
	const t = useContentTexts();
	const count = [...(preview.rendered?.subject ?? '')].length;
	return (
		<FieldText
			label={t('subject')}
			beside={
				count === 0 ? null : (
					<span>
						{fields.name === null ? t('characters', { count }) : t('charactersFor', { count, name: fields.name.split(' ')[0] ?? '' })}
					</span>
				)
			}
			value={controls.subject ?? ''}
			error={missing('subject')}
			fields={fields}
			maxLength={1000}
			lang={current}
			onChange={(subject) => change({ subject })}
			onBlur={leave('subject')}
		/>
	);
}
