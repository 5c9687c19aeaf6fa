/**
 * What happened, newest first, by day: a sign, a sentence, what belongs to it, and the time. A list of days that are lists,
 * so that a screen reader counts both.
 */
import { Button } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { dateText, timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import type { Meaning } from '#portal/theme/tokens.ts';
import { FieldError } from './form/fields.tsx';
import styles from './Timeline.module.css';
import { useKitTexts } from './texts.ts';

export interface Happening {
	id: string;
	/** An instant. */
	at: string;
	/** The day, where no time of it is known. */
	day?: string | null;
	icon: TablerIcon;
	hue: Meaning;
	/** What happened, as a sentence. */
	sentence: ReactNode;
	/** Under it: what kind of thing it was, by whom, permitted by which record. */
	about?: ReactNode;
}

interface TimelineProps {
	label: string;
	/** Newest first. */
	happenings: readonly Happening[];
	/** The ones before these, where there are any. */
	older?: { load: () => void; loading?: boolean; failed?: string | undefined } | undefined;
}

export function Timeline({ label, happenings, older }: TimelineProps) {
	const t = useKitTexts();
	const language = useLanguage();
	const headings = useId();
	const days = [...Map.groupBy(happenings, ({ at, day }) => day ?? dayjs(at).format('YYYY-MM-DD'))];
	// who asked for older ones reads on at the first of them, also where the button is gone; it keeps its place in the order of
	// focus, since what loses it loses the focus
	const [asked, setAsked] = useState<string>();
	const first = asked === undefined ? undefined : happenings[happenings.findIndex(({ id }) => id === asked) + 1]?.id;
	const firstNew = useRef<HTMLLIElement>(null);
	useEffect(() => {
		if (first !== undefined) firstNew.current?.focus();
	}, [first]);
	return (
		<div>
			<ol className={styles.days} aria-label={label}>
				{days.map(([day, own]) => (
					<li key={day} aria-labelledby={`${headings}${day}`}>
						<h3 id={`${headings}${day}`} className={styles.day}>
							{dateText(`${day}T12:00`, language)}
						</h3>
						<ol className={styles.happenings}>
							{own.map(({ id, at, day: alone, icon: Icon, hue, sentence, about }) => (
								<li
									key={id}
									className={styles.happening}
									ref={id === first ? firstNew : undefined}
									tabIndex={id === first ? -1 : undefined}
								>
									<span
										className={styles.sign}
										style={{ color: `var(--l-${hue})`, background: `var(--l-${hue}-ground)` }}
										aria-hidden="true"
									>
										<Icon size={14} stroke={2} />
									</span>
									<div className="breaks narrow">
										<div className="strong">{sentence}</div>
										{about ? <div className="small">{about}</div> : null}
									</div>
									{alone ? null : (
										<time dateTime={at} className={`num ${styles.time}`}>
											{timeText(at, language, true)}
										</time>
									)}
								</li>
							))}
						</ol>
					</li>
				))}
			</ol>
			{older ? (
				<div className="row-12">
					<Button
						variant="default"
						size="xs"
						loading={older.loading ?? false}
						onClick={() => {
							setAsked(happenings.at(-1)?.id);
							older.load();
						}}
					>
						{t('showOlder')}
					</Button>
					{older.failed ? (
						<span role="alert">
							<FieldError>{older.failed}</FieldError>
						</span>
					) : null}
				</div>
			) : null}
		</div>
	);
}
