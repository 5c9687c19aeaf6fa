/** What the gate looked at when it was published: each point with its demand and what was found. */
import type { Publication } from '@luvalla/contract/consent/configurations';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { Fold } from '#portal/ui/Fold.tsx';
import editor from '../editor.module.css';
import { usePlaceWords } from '../place.ts';
import { useHistoryTexts } from './texts.ts';

export function Points({ findings }: { findings: Publication['findings'] }) {
	const t = useHistoryTexts();
	const placeWords = usePlaceWords();
	const failed = findings.filter((finding) => !finding.ok);
	const held = findings.length - failed.length;
	if (findings.length === 0) return null;
	return (
		<div>
			<h4>{t('points')}</h4>
			<Fold
				open={failed.length > 0}
				summary={`${failed.length > 0 ? `${t('failedCount', { count: failed.length })} · ` : ''}${t('count', { count: held })}`}
			>
				<ul className="above-8 stack-6">
					{[...failed, ...findings.filter((finding) => finding.ok)].map((finding) => {
						const Icon = finding.ok ? IconCircleCheck : IconAlertTriangle;
						return (
							<li key={`${finding.code} ${finding.where} ${finding.measured}`} className={editor.line} data-ok={finding.ok}>
								<Icon size={18} stroke={1.75} aria-hidden="true" />
								<span>
									<span className="visually-hidden">{finding.ok ? t('held') : t('failed')} </span>
									<strong>{finding.demand}</strong> {finding.measured ? t('found', { measured: finding.measured }) : ''}
									{finding.where ? <> {placeWords(finding.where) ?? <code>{finding.where}</code>}</> : null}
								</span>
							</li>
						);
					})}
				</ul>
			</Fold>
		</div>
	);
}
