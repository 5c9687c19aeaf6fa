/** *Ready to publish?*: the framework's policy points, run on every change; the same code decides on the server. */
import { type TcfPolicyCode, tcfPolicyCodes } from '@luvalla/banner/tcf/policy';
import type { GateFinding } from '@luvalla/contract/consent/configurations';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import { useTcfTexts } from './texts.ts';

export function TcfReadiness({ findings, incomplete }: { findings: readonly GateFinding[]; incomplete: boolean }) {
	const t = useConfigurationTexts();
	const own = useTcfTexts();
	const failed = findings.filter((finding) => !finding.ok);
	const held = findings.length - failed.length;
	const codeOf = ({ code }: GateFinding): TcfPolicyCode => tcfPolicyCodes.find((one) => one === code) ?? 'tcf_texts';
	return (
		<section className={styles.ready} aria-labelledby="ready">
			<h2 id="ready">{t('ready')}</h2>
			<ul className={styles.lines}>
				{incomplete ? <Line ok={false} bold={t('incomplete')} more="" /> : null}
				{failed.map((finding) => (
					<Line
						key={`${finding.code}-${finding.where}-${finding.measured}`}
						ok={false}
						bold={own(codeOf(finding))}
						more={finding.measured ? own('measured', { measured: finding.measured }) : ''}
					/>
				))}
				<Line ok bold={own('held', { count: held })} more={own('heldMore')} />
			</ul>
		</section>
	);
}

function Line({ ok, bold, more }: { ok: boolean; bold: string; more: string }) {
	const Icon = ok ? IconCircleCheck : IconAlertTriangle;
	return (
		<li className={styles.line} data-ok={ok}>
			<Icon size={18} stroke={1.75} aria-hidden="true" />
			<span>
				<strong>{bold}</strong> {more}
			</span>
		</li>
	);
}
