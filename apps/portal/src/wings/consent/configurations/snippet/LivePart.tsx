/** Is the snippet on the site? What the last look found, and a look now. */
import { checkSnippet, lookReason, type SnippetState, snippetState } from '@luvalla/contract/consent/snippet';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconPlugConnectedX, IconRefresh, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { momentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import editor from '../editor.module.css';
import { AheadPart } from './AheadPart.tsx';
import styles from './snippet.module.css';
import { TagsPart } from './TagsPart.tsx';
import { useSnippetTexts } from './texts.ts';

const LOOKS: Record<SnippetState['state'], { hue: 'green' | 'amber' | 'red' | 'gray'; icon: TablerIcon }> = {
	live: { hue: 'green', icon: IconCircleCheck },
	missing: { hue: 'amber', icon: IconAlertTriangle },
	unreachable: { hue: 'red', icon: IconPlugConnectedX },
	unknown: { hue: 'gray', icon: IconHelpCircle },
};

export function LivePart({ domainId, domain }: { domainId: string; domain: string }) {
	const t = useSnippetTexts();
	const language = useLanguage();
	const found = useQuery(asQuery(snippetState, { params: { id: domainId } }));
	const looking = useCall(checkSnippet, { reload: [snippetState] });
	const state = found.data?.data;
	const words: Record<SnippetState['state'], { badge: string; text: string }> = {
		live: { badge: t('live'), text: t('liveText', { domain }) },
		missing: { badge: t('missing'), text: t('missingText', { domain }) },
		unreachable: { badge: t('unreachable'), text: t('unreachableText', { domain }) },
		unknown: { badge: t('unknown'), text: t('unknownText') },
	};
	const look = state && LOOKS[state.state];
	return (
		<>
			<section className="narrow stack-8" aria-labelledby="snippet-live">
				<div className={styles.head}>
					<h3 id="snippet-live">{t('isLive')}</h3>
					<Button
						variant="default"
						size="xs"
						loading={looking.isPending}
						leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => looking.mutate({ params: { id: domainId } })}
					>
						{t('lookNow')}
					</Button>
				</div>
				{found.isError ? <Failed query={found} /> : null}
				<div role="status">
					{state && look ? (
						<>
							<Badge hue={look.hue} icon={look.icon}>
								{words[state.state].badge}
							</Badge>
							<p>{words[state.state].text}</p>
							{state.problem ? <p>{lookReason(state.problem.code, state.problem.about, language)}</p> : null}
							<p className={editor.quiet}>
								{state.checkedAt ? t('checkedAt', { when: momentText(state.checkedAt, language) }) : null}{' '}
								{state.seenAt && state.state !== 'live' ? t('seenAt', { when: momentText(state.seenAt, language) }) : null}
							</p>
						</>
					) : null}
				</div>
			</section>
			{state ? <TagsPart state={state} /> : null}
			{state ? <AheadPart domainId={domainId} state={state} /> : null}
		</>
	);
}
