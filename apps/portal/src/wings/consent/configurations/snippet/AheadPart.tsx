/** What no script can stop, said plainly, and the two ways out: a policy of the site's server, and a service worker. */
import { policyOf } from '@luvalla/banner/policy';
import type { SnippetState } from '@luvalla/contract/consent/snippet';
import { Fold } from '#portal/ui/Fold.tsx';
import editor from '../editor.module.css';
import { CopyButton } from './CopyButton.tsx';
import { useSnippetTexts } from './texts.ts';

const FILE = 'luvalla-worker.js';
const REGISTER = `<script>navigator.serviceWorker?.register('/${FILE}')</script>`;

export function AheadPart({ domainId, state }: { domainId: string; state: SnippetState }) {
	const t = useSnippetTexts();
	const policy = policyOf(window.location.origin, state);
	const keys = [...new Set(state.known.flatMap(({ marked, categories }) => (marked ? [] : categories)))];
	return (
		<Fold summary={t('ahead')}>
			<div className="narrow stack-8">
				<p>{t('aheadText')}</p>
				<h3>{t('policy')}</h3>
				{policy === null ? (
					<p>{state.pages.length > 0 ? t('policyNone') : t('policyLook')}</p>
				) : (
					<>
						<p className={editor.quiet}>{t('policyText')}</p>
						<code className={editor.snippet}>{policy}</code>
						<div>
							<CopyButton text={policy} name={t('policy')} />
						</div>
						<p className={editor.quiet}>{t('policyYes', { tests: keys.map((key) => `~${key}.1.`).join(', ') })}</p>
					</>
				)}
				<h3>{t('worker')}</h3>
				<p className={editor.quiet}>{t('workerText', { file: FILE })}</p>
				<p>
					<a href={`/cmp/d/${domainId}/worker.js`} download={FILE}>
						{t('workerFile', { file: FILE })}
					</a>
				</p>
				<code className={editor.snippet}>{REGISTER}</code>
				<div>
					<CopyButton text={REGISTER} name={t('workerLine')} />
				</div>
			</div>
		</Fold>
	);
}
