/** Who asked, who is told, who decides and when it is too late, as a line; and the decision itself. */
import { allDeletions, processDeletion, type RequestDetail, readDeletion } from '@luvalla/contract/tenancy/deletion-requests';
import { Button } from '@mantine/core';
import {
	IconArrowBackUp,
	IconEraser,
	IconHourglass,
	IconMail,
	IconTrash,
	IconUser,
	IconUserCheck,
	type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './requests.module.css';
import { useRequestTexts } from './texts.ts';

export function Decide({ request, erasing }: { request: RequestDetail; erasing: boolean }) {
	const t = useRequestTexts();
	const { id, domain, status, mine, erasedAt } = request;
	const [typed, setTyped] = useState('');
	const [asking, setAsking] = useState<'decline' | 'cancel' | null>(null);
	const [answer, setAnswer] = useState('');
	const decide = useCall(processDeletion, { reload: [allDeletions, readDeletion] });
	const send = (action: 'process' | 'decline' | 'cancel') =>
		decide.mutate(
			{ query: { id }, body: { action, ...(action === 'process' ? { domain: typed } : { answer }) } },
			{ onSettled: () => setAsking(null) },
		);
	return (
		<section className={styles.side} aria-labelledby="who-confirms">
			<h2 id="who-confirms">{t('whoTitle')}</h2>
			<Course request={request} erasing={erasing} />
			{status === 0 && mine ? <p className="flat">{t('own')}</p> : null}
			{status === 0 && !mine ? (
				<form
					className="grid-12"
					noValidate
					onSubmit={(event) => {
						event.preventDefault();
						if (typed.trim() === domain) send('process');
					}}
				>
					<TextField
						label={t('type', { domain })}
						autoComplete="off"
						spellCheck={false}
						value={typed}
						onChange={(event) => setTyped(event.currentTarget.value)}
					/>
					<div className={styles.pair}>
						<Button variant="default" data-strong onClick={() => setAsking('decline')}>
							{t('decline')}
						</Button>
						<Button
							type="submit"
							color="danger"
							loading={decide.isPending && asking === null}
							disabled={typed.trim() !== domain}
							leftSection={<IconTrash size={16} stroke={1.75} aria-hidden="true" />}
						>
							{t('process')}
						</Button>
					</div>
					<p className={styles.quiet}>{t('notBefore')}</p>
				</form>
			) : null}
			{erasing ? (
				<p className="flat" role="status">
					{t('erasing', { count: request.erasedRows })}
				</p>
			) : null}
			{status === 1 && erasedAt === null && !erasing ? (
				<Button
					variant="default"
					data-strong
					leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => setAsking('cancel')}
				>
					{t('cancel')}
				</Button>
			) : null}
			<ConfirmDialog
				opened={asking !== null}
				title={t(asking === 'cancel' ? 'cancelTitle' : 'declineTitle', { domain })}
				verb={t(asking === 'cancel' ? 'cancel' : 'decline')}
				working={decide.isPending}
				onCancel={() => setAsking(null)}
				onConfirm={() => asking && send(asking)}
			>
				<p>{t(asking === 'cancel' ? 'cancelText' : 'declineText')}</p>
				<AreaField label={t('answer')} optional maxLength={500} value={answer} onChange={(event) => setAnswer(event.currentTarget.value)} />
			</ConfirmDialog>
		</section>
	);
}

/** Who did what, and what comes next. */
function Course({ request, erasing }: { request: RequestDetail; erasing: boolean }) {
	const t = useRequestTexts();
	const { customerName, status, askedBy, askedAt, decidedBy, decidedAt, eraseAt, erasedAt, cancelledAt } = request;
	const name = askedBy ?? t('goneIn');
	const decided = decidedAt === null ? null : <ExactTime at={decidedAt} seconds={false} />;
	return (
		<ol className={styles.steps}>
			<Step icon={IconUser} done title={t('askedBy', { who: name })}>
				<ExactTime at={askedAt} seconds={false} />
			</Step>
			<Step icon={IconMail} done title={t('toldTitle', { customer: customerName })}>
				{t('toldText')}
			</Step>
			{decided === null ? (
				<Step icon={IconUserCheck} title={t('youTitle')}>
					{t('youText')}
				</Step>
			) : (
				<Step
					icon={IconUserCheck}
					done
					title={t(status === 2 && cancelledAt === null ? 'declinedBy' : 'decidedBy', { who: decidedBy ?? t('goneIn') })}
				>
					{decided}
				</Step>
			)}
			<Step icon={IconHourglass} done={erasedAt !== null || erasing} title={t('delayTitle')}>
				{t('delayText')}
				{status === 1 && eraseAt !== null ? (
					<span>
						{t('willErase')} <ExactTime at={eraseAt} seconds={false} />
					</span>
				) : null}
			</Step>
			<Step icon={IconEraser} done={erasedAt !== null} title={t('erasedTitle')}>
				{erasedAt === null ? t('erasedText') : <ExactTime at={erasedAt} seconds={false} />}
			</Step>
		</ol>
	);
}

function Step({ icon: Icon, title, done = false, children }: { icon: TablerIcon; title: string; done?: boolean; children: ReactNode }) {
	return (
		<li data-done={done ? '' : undefined}>
			<span className={styles.sign}>
				<Icon size={16} stroke={1.75} aria-hidden="true" />
			</span>
			<div>
				<strong>{title}</strong>
				<div className={styles.quiet}>{children}</div>
			</div>
		</li>
	);
}
