import { inlineSnippetOf } from '@luvalla/banner/inline';
/** The inline form with its hash, for sites that want no request before the first paint. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Fold } from '#portal/ui/Fold.tsx';
import editor from '../editor.module.css';
import { CopyButton } from './CopyButton.tsx';
import styles from './snippet.module.css';
import { useSnippetTexts } from './texts.ts';

/** The pointer with every known tag, as no look changes it any more; null when nothing is published on the domain. */
const readPointer = async (domainId: string): Promise<string | null> => {
	const answer = await fetch(`/cmp/d/${domainId}.js?known=all`, { cache: 'no-cache' });
	if (answer.status === 404) return null;
	if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
	return answer.text();
};

export function InlinePart({ domainId }: { domainId: string }) {
	const t = useSnippetTexts();
	const [open, setOpen] = useState(false);
	const made = useQuery({
		enabled: open,
		queryKey: ['inline snippet', domainId],
		queryFn: async () => {
			const served = await readPointer(domainId);
			return served === null ? null : inlineSnippetOf(window.location.origin, served);
		},
		// It goes with each publication, and the dialog is opened seldom.
		staleTime: 0,
	});
	return (
		<Fold summary={t('inline')} onToggle={setOpen}>
			<div className="narrow stack-8">
				<p className={editor.quiet}>{t('inlineText')}</p>
				{made.isError ? <p role="alert">{t('inlineFailed')}</p> : null}
				{made.data === null ? <p>{t('inlineNothing')}</p> : null}
				{made.data ? (
					<>
						<div className={styles.head}>
							<h3>{t('inlineScript')}</h3>
							<CopyButton text={made.data.html} name={t('inlineScript')} />
						</div>
						{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard */}
						<pre className={styles.script} tabIndex={0}>
							{made.data.html}
						</pre>
						<div className={styles.head}>
							<h3>{t('inlineHash')}</h3>
							{made.data.hash === null ? null : <CopyButton text={made.data.hash} name={t('inlineHash')} />}
						</div>
						{made.data.hash === null ? <p>{t('inlineNoHash')}</p> : <code className={editor.snippet}>{made.data.hash}</code>}
					</>
				) : null}
			</div>
		</Fold>
	);
}
