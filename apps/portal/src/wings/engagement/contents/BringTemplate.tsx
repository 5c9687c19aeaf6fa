/** A letter that another tool exported: its tags become fields and links here, and what has no counterpart is named. */
import { MOST_HTML, type TemplateTag, type TranslatedTemplate, translateTemplate } from '@luvalla/contract/engagement/contents';
import { TOOL_NAMES } from '@luvalla/contract/tools';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { Fold } from '#portal/ui/Fold.tsx';
import { FileDrop } from '#portal/ui/form/FileDrop.tsx';
import { FieldError } from '#portal/ui/form/fields.tsx';
import styles from './bring.module.css';
import { useContentTexts } from './texts.ts';

interface BringTemplateProps {
	scope: Scope;
	/** Its HTML with Liquid in it, and the name of the file without its ending. */
	onBrought: (html: string, name: string) => void;
}

export function BringTemplate({ scope, onBrought }: BringTemplateProps) {
	const t = useContentTexts();
	const [file, setFile] = useState<File | null>(null);
	const [wrong, setWrong] = useState<string | null>(null);
	const call = useCall(translateTemplate, { scope, quiet: true });
	const take = async (given: File): Promise<void> => {
		setFile(given);
		const html = await given.text();
		const problem = html.startsWith('PK')
			? t('bringZip')
			: html.trim() === ''
				? t('bringEmpty')
				: html.length > MOST_HTML
					? t('bringLarge')
					: null;
		setWrong(problem);
		if (problem !== null) return;
		call.mutate({ body: { html }, query: {} }, { onSuccess: ({ data }) => onBrought(data.html, given.name.replace(/\.[^.]*$/, '')) });
	};
	const failed = wrong ?? (call.isError ? call.error.message : null);
	return (
		<Fold summary={t('bring')}>
			<div className={styles.bring}>
				<p className="aside">{t('bringAbout')}</p>
				<FileDrop
					label={t('bringFile')}
					accept=".html,.htm,.tpl,text/html"
					value={file}
					onChange={(given) => void take(given)}
					disabled={call.isPending}
				/>
				<div aria-live="polite">
					{failed !== null ? <FieldError>{failed}</FieldError> : call.data ? <Brought made={call.data.data} /> : null}
				</div>
			</div>
		</Fold>
	);
}

function Brought({ made }: { made: TranslatedTemplate }) {
	const t = useContentTexts();
	const left = made.tags.filter(({ became }) => became === null);
	const places = (where: 'elsewhere' | 'missing') =>
		made.pictures.flatMap(({ src, line, where: is }) => (is === where ? [{ text: src, line }] : []));
	const elsewhere = places('elsewhere');
	const missing = places('missing');
	return (
		<>
			<p>
				<b>
					{made.from === null
						? t('bringNone')
						: t('bringDone', { tool: TOOL_NAMES[made.from], done: made.tags.length - left.length, count: made.count })}
				</b>
			</p>
			{left.length > 0 ? (
				<Named said={t('bringLeft', { count: left.length })} all={left.map(({ tag, line }: TemplateTag) => ({ text: tag, line }))} />
			) : null}
			{elsewhere.length > 0 ? <Named said={t('bringElsewhere', { count: elsewhere.length })} all={elsewhere} /> : null}
			{missing.length > 0 ? <Named said={t('bringMissing', { count: missing.length })} all={missing} /> : null}
		</>
	);
}

/** Each with the line of the file that it stands on. */
function Named({ said, all }: { said: string; all: readonly { text: string; line: number }[] }) {
	const t = useContentTexts();
	return (
		<div className={styles.named}>
			<p>{said}</p>
			<ul>
				{all.map(({ text, line }, n) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: one tag may stand twice in a line
					<li key={n}>
						<code>{text}</code> <span className="aside">{t('bringLine', { line })}</span>
					</li>
				))}
			</ul>
		</div>
	);
}
