/** What is left to do until choices arrive and the first letter is sent. It ticks itself, by what the server sees. */
import type { AnswerOf } from '@luvalla/contract/call';
import { firstSteps } from '@luvalla/contract/insight/first-steps';
import { IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { Card } from '#portal/ui/Card.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import styles from './FirstSteps.module.css';
import { StepsSkeleton } from './skeletons.tsx';
import { useDashboardTexts } from './texts.ts';

/** Adding a domain and seeing the snippet are told to nobody. */
const ASK_AGAIN_MS = 10_000;

interface FirstStepsProps {
	customerId: number;
	customer: number | undefined;
	/** Nothing was chosen in the span that is shown; else it stands below what was, while something is left to do. */
	empty: boolean;
}

export function FirstSteps({ customerId, customer, empty }: FirstStepsProps) {
	const t = useDashboardTexts();
	const query = useQuery({ ...asQuery(firstSteps, { params: { id: customerId } }), refetchInterval: ASK_AGAIN_MS });
	useReloadOnNews('configurations', [firstSteps], customerId);
	useReloadOnNews('consents', [firstSteps], customerId);
	const done = query.data?.data;
	const search: Record<string, string> = customer ? { customer: String(customer) } : {};
	const banners = { to: '/lightconfig', search };
	if (query.isError && !done) return empty ? <Failed query={query} /> : null;
	if (!done) return empty ? <StepsSkeleton /> : null;
	const isSending = !done.campaigns || (done.audience && done.message && done.sent);
	// All was done once: only the span holds nothing.
	if (done.domain && done.banner && done.snippet && done.choice && isSending)
		return !empty ? null : (
			<Card>
				<Empty
					title={t('empty')}
					action={
						<Link {...banners} className="link">
							{t('openBanners')}
						</Link>
					}
				>
					{t('emptySpan')}
				</Empty>
			</Card>
		);
	const steps = stepsOf(t, done, search);
	const next = steps.find((step) => !step.done)?.key;
	return (
		<Card
			title={done.campaigns ? t('stepsToLetter') : t('stepsTitle')}
			aside={<span role="status">{t('stepsDone', { done: steps.filter((step) => step.done).length, all: steps.length })}</span>}
		>
			{done.waits ? <p className="quiet measure">{t('waitsForApproval')}</p> : null}
			<p className="quiet measure">{t('stepsWhy', { count: steps.length })}</p>
			<ol className={styles.steps}>
				{steps.map((step, i) => (
					<Step key={step.key} step={step} number={i + 1} isNext={step.key === next} />
				))}
			</ol>
		</Card>
	);
}

interface OneStep {
	key: string;
	done: boolean;
	title: string;
	why: string;
	act: string;
	/** A page of the portal, or the site itself. */
	to?: string;
	search?: Record<string, string>;
	href?: string | null;
}

/** What there is to do, in its order; letters only where the customer sends campaigns. */
function stepsOf(t: ReturnType<typeof useDashboardTexts>, done: AnswerOf<typeof firstSteps>, search: Record<string, string>): OneStep[] {
	const banners = { to: '/lightconfig', search };
	return [
		done.unproven
			? {
					key: 'domain',
					done: false,
					title: t('stepProof', { domain: done.unproven.domain }),
					why: t('stepProofWhy'),
					act: t('stepProofAct'),
					to: '/customerdomains',
					search: { ...search, id: done.unproven.id, tab: 'proof' },
				}
			: {
					key: 'domain',
					done: done.domain,
					title: t('stepDomain'),
					why: t('stepDomainWhy'),
					act: t('stepDomainAct'),
					to: '/customerdomains',
					search,
				},
		{ key: 'banner', done: done.banner, title: t('stepBanner'), why: t('stepBannerWhy'), act: t('stepBannerAct'), ...banners },
		{ key: 'snippet', done: done.snippet, title: t('stepSnippet'), why: t('stepSnippetWhy'), act: t('stepSnippetAct'), ...banners },
		{ key: 'choice', done: done.choice, title: t('stepChoice'), why: t('stepChoiceWhy'), act: t('stepChoiceAct'), href: done.site },
		...(done.campaigns
			? [
					{
						key: 'audience',
						done: done.audience,
						title: t('stepAudience'),
						why: t('stepAudienceWhy'),
						act: t('stepAudienceAct'),
						to: '/audiences/new',
						search,
					},
					{
						key: 'message',
						done: done.message,
						title: t('stepMessage'),
						why: t('stepMessageWhy'),
						act: t('stepMessageAct'),
						to: '/contents/new',
						search,
					},
					{
						key: 'sent',
						done: done.sent,
						title: t('stepSent'),
						why: t('stepSentWhy'),
						act: t('stepSentAct'),
						to: '/campaigns',
						search: { ...search, id: 'new' },
					},
				]
			: []),
	];
}

function Step({ step, number, isNext }: { step: OneStep; number: number; isNext: boolean }) {
	const t = useDashboardTexts();
	return (
		<li data-done={step.done ? '' : undefined} data-next={isNext ? '' : undefined}>
			<span className={styles.sign} aria-hidden="true">
				{step.done ? <IconCheck size={16} stroke={2} /> : number}
			</span>
			<div className={styles.words}>
				<strong>
					{step.title}
					{step.done ? <span className="visually-hidden"> {t('stepDone')}</span> : null}
				</strong>
				<p>{step.why}</p>
			</div>
			{step.done ? null : step.to ? (
				<Link to={step.to} search={step.search} className="link">
					{step.act} <IconArrowRight size={15} stroke={2} aria-hidden="true" />
				</Link>
			) : step.href ? (
				<a href={step.href} target="_blank" rel="noreferrer" className="link">
					{step.act} <IconArrowRight size={15} stroke={2} aria-hidden="true" />
				</a>
			) : null}
		</li>
	);
}
