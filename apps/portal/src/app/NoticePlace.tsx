/**
 * The place of notices: empty, and without their code, until there is one. It stands there before them, as many a screen reader says only
 * what comes into a region that it knows.
 */
import { useSyncExternalStore } from 'react';
import { late } from '#portal/lib/late.tsx';
import { closeWord, noticed, onNoticed, sayPlainly } from '#portal/lib/notices.ts';

const Notices = late(() => import('#portal/ui/Notices.tsx').then((module) => module.Notices));

export function NoticePlace() {
	const said = useSyncExternalStore(onNoticed, noticed);
	if (said === true || said.length === 0) return <div aria-live="polite">{said === true ? <Notices /> : null}</div>;
	return (
		<div role="alert" className="plain-notices">
			{[...new Set(said)].map((message) => (
				<p key={message}>{message}</p>
			))}
			<button type="button" onClick={() => sayPlainly([])}>
				{closeWord()}
			</button>
		</div>
	);
}
