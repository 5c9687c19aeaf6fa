/** The place of notices: empty, and without their code, until there is one. */
import { useSyncExternalStore } from 'react';
import { late } from '#portal/lib/late.tsx';
import { closePlain, closeWord, noticesWanted, onNoticesWanted, plainNotices } from '#portal/lib/notices.ts';

const Notices = late(() => import('#portal/ui/Notices.tsx').then((module) => module.Notices));

export function NoticePlace() {
	const wanted = useSyncExternalStore(onNoticesWanted, noticesWanted);
	const plain = useSyncExternalStore(onNoticesWanted, plainNotices);
	return (
		<>
			{wanted ? <Notices /> : null}
			{plain.length > 0 ? (
				<div role="alert" className="plain-notices">
					{plain.map((message) => (
						<p key={message}>{message}</p>
					))}
					<button type="button" className="link" onClick={closePlain}>
						{closeWord()}
					</button>
				</div>
			) : null}
		</>
	);
}
