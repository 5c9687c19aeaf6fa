/** Segments that somebody is in, and why. */
import type { ProfileDetail } from '@luvalla/contract/profiles/profiles';
import { ruleFields, segments, whyMember } from '@luvalla/contract/profiles/segments';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Reasons } from '#portal/ui/reasons/Reasons.tsx';
import { ruleFieldsOf } from '#portal/ui/reasons/rule-fields.ts';
import { useReasonTexts } from '#portal/ui/reasons/texts.ts';
import { NumberText } from '#portal/ui/times.tsx';
import styles from './people.module.css';
import { useProfileTexts } from './profile-texts.ts';

interface InSegmentsProps {
	data: ProfileDetail;
	customerId: number;
	customer: Record<string, string>;
}

export function InSegments({ data, customerId, customer }: InSegmentsProps) {
	const p = useProfileTexts();
	const [open, setOpen] = useState<string | null>(null);
	const panels = useId();
	return (
		<section className={styles.side} aria-labelledby="in-segments">
			<div className="ends-8">
				<h2 id="in-segments">{p('segments')}</h2>
				<span className={styles.quiet}>
					<NumberText value={data.segments.length} />
				</span>
			</div>
			{data.segments.length === 0 ? <p className={styles.quiet}>{p('noSegments')}</p> : null}
			<ul>
				{data.segments.map(({ id, name, rule }) => {
					const shown = open === id;
					const Icon = shown ? IconChevronUp : IconChevronDown;
					return (
						<li key={id}>
							<div className={styles.segment}>
								<span>
									<Link to="/segments/$id" params={{ id }} search={customer} className="link">
										{name}
									</Link>
									<span className={styles.quiet}>{p(rule ? 'byRule' : 'byHand')}</span>
								</span>
								<button
									type="button"
									className={styles.whyButton}
									aria-expanded={shown}
									aria-controls={`${panels}${id}`}
									aria-label={p('whyOf', { name })}
									onClick={() => setOpen(shown ? null : id)}
								>
									{p('why')}
									<Icon size={14} stroke={2} aria-hidden="true" />
								</button>
							</div>
							<div id={`${panels}${id}`} className={shown ? styles.whyPanel : undefined}>
								{shown ? <Why id={id} ruled={rule} person={data.luvallaId} customerId={customerId} /> : null}
							</div>
						</li>
					);
				})}
			</ul>
		</section>
	);
}

function Why({ id, ruled, person, customerId }: { id: string; ruled: boolean; person: string; customerId: number }) {
	const p = useProfileTexts();
	const reasons = useReasonTexts();
	const scope = { customerId };
	const why = useQuery(asQuery(whyMember, { params: { id, person }, query: {} }, scope));
	const list = useQuery({ ...asQuery(segments, { query: {} }, scope), enabled: ruled });
	const fields = useQuery({ ...asQuery(ruleFields, { query: {} }, scope), enabled: ruled });
	const asked = ruled ? [why, list, fields] : [why];
	const failed = asked.find(({ isError }) => isError);
	if (failed)
		return (
			<Failed sentence={p('whyFailed')} error={failed.error} onRetry={() => void Promise.all(asked.map(({ refetch }) => refetch()))} />
		);
	if (!why.data || (ruled && (!list.data || !fields.data)))
		return (
			<p className={styles.quiet} role="status">
				{p('counting')}…
			</p>
		);
	const rule = list.data?.data.find((one) => one.id === id)?.rule ?? null;
	return <Reasons why={why.data.data} rule={rule} fields={ruleFieldsOf(fields.data?.data ?? [], reasons, id)} />;
}
