import type { Feedback, FeedbackStatus } from '@luvalla/contract/guidance/feedback';
import { Button } from '@mantine/core';
import { Facts } from '#portal/ui/Facts.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import { answerTo } from './answer.ts';
import styles from './feedback.module.css';
import { useFeedbackTexts } from './texts.ts';

interface FeedbackDrawerProps {
	row: Feedback | undefined;
	opened: boolean;
	loading: Parameters<typeof FormDrawer>[0]['loading'];
	marking: boolean;
	onMark: (row: Feedback, status: FeedbackStatus) => void;
	onClose: () => void;
}

/** One message whole, with the ways on: answering its sender by mail, and saying that it is answered. */
export function FeedbackDrawer({ row, opened, loading, marking, onMark, onClose }: FeedbackDrawerProps) {
	const t = useFeedbackTexts();
	return (
		<FormDrawer
			opened={opened}
			title={row ? t('from', { who: row.who ?? t('gone') }) : t('title')}
			subtitle={row ? <ExactTime at={row.at} /> : null}
			loading={loading}
			missing={t('missing')}
			onClose={onClose}
		>
			{row ? (
				<div className={styles.body}>
					<p className="as-written">{row.message}</p>
					<Facts
						facts={[
							{ label: t('who'), value: row.who ?? t('gone') },
							{ label: t('page'), value: row.page ?? t('noPage'), mono: row.page !== null },
							{ label: t('status'), value: t(row.status) },
							...(row.answeredAt === null
								? []
								: [
										{ label: t('answered'), value: <ExactTime at={row.answeredAt} /> },
										{ label: t('answeredBy'), value: row.answeredBy ?? t('gone') },
									]),
						]}
					/>
					<div className="wrap-8">
						{row.who === null ? null : (
							<Button component="a" variant="default" data-strong href={answerTo(row.who, t('replySubject'))}>
								{t('reply')}
							</Button>
						)}
						<Button loading={marking} onClick={() => onMark(row, row.status === 'open' ? 'answered' : 'open')}>
							{t(row.status === 'open' ? 'mark' : 'reopen')}
						</Button>
					</div>
				</div>
			) : null}
		</FormDrawer>
	);
}
