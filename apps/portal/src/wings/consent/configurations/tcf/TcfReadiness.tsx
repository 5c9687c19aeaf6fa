/** The framework's policy points, run on every change; the same code decides on the server. */
import { type TcfPolicyCode, tcfPolicyCodes } from '@luvalla/banner/tcf/policy';
import type { GateFinding } from '@luvalla/contract/consent/configurations';
import { ReadyList } from '../editing/ReadyList.tsx';
import { useTranslationNotes } from '../editing/use-translation-notes.ts';
import { useTcfTexts } from './texts.ts';

export function TcfReadiness({ findings, incomplete }: { findings: readonly GateFinding[]; incomplete: boolean }) {
	const t = useTcfTexts();
	const failed = findings.filter((finding) => !finding.ok);
	const codeOf = ({ code }: GateFinding): TcfPolicyCode => tcfPolicyCodes.find((one) => one === code) ?? 'tcf_texts';
	/** A restriction is measured as `3 → 0`: its purpose and type. */
	const measuredText = ({ code, measured }: GateFinding): string => {
		const [purpose = ''] = measured.split(' → ');
		return code === 'tcf_restrictions' ? t('ofPurpose', { id: purpose }) : measured ? t('measured', { measured }) : '';
	};
	const lines = failed.map((finding) => ({
		key: `${finding.code}-${finding.where}-${finding.measured}`,
		ok: false,
		bold: t(codeOf(finding)),
		more: measuredText(finding),
	}));
	const held = { key: 'held', ok: true, bold: t('held', { count: findings.length - failed.length }), more: t('heldMore') };
	const notes = useTranslationNotes(findings);
	return <ReadyList lines={[...lines, held, ...notes]} incomplete={incomplete} />;
}
