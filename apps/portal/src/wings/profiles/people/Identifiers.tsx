import { type KnownIdentifier, type PersonDetail, people, person, removeIdentifier } from '@luvalla/contract/consent/people';
import { profile, profiles } from '@luvalla/contract/profiles/profiles';
import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconId, IconMail, IconPhone, IconUnlink } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { dateText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import styles from './people.module.css';
import { usePeopleTexts } from './texts.ts';
import { howText } from './words.tsx';

const ICONS = { email: IconMail, phone: IconPhone, externalId: IconId } as const;

/** What a person is known by, how each came about, and taking one away. */
export function Identifiers({ data, customerId }: { data: PersonDetail; customerId: number }) {
	const t = usePeopleTexts();
	const language = useLanguage();
	const [asking, setAsking] = useState<KnownIdentifier | null>(null);
	const remove = useCall(removeIdentifier, { reload: [person, people, profile, profiles], scope: { customerId } });
	return (
		<aside className={styles.identity} aria-labelledby="identity">
			<h2 id="identity">{t('identifiers')}</h2>
			<ul aria-label={t('identifiers')}>
				{data.identifiers.map((one) => {
					const Icon = ICONS[one.kind];
					return (
						<li key={`${one.kind}:${one.value}`}>
							<Icon size={18} stroke={1.75} role="img" aria-label={t(one.kind)} />
							<div className={styles.identifier}>
								<span translate="no">{one.value}</span>
								<span className={styles.quiet}>
									{howText(t, one.how)}, {dateText(one.addedAt, language)}
								</span>
								<span className="above-4">
									<Badge hue={one.confirmedAt ? 'teal' : 'gray'} icon={one.confirmedAt ? IconCheck : IconCircleDashed}>
										{t(one.confirmedAt ? 'confirmed' : 'notConfirmed')}
									</Badge>
								</span>
							</div>
							{data.can.remove ? (
								<Tip label={t('remove')}>
									<ActionIcon variant="subtle" color="gray" aria-label={t('removeOf', { value: one.value })} onClick={() => setAsking(one)}>
										<IconUnlink size={16} stroke={1.75} aria-hidden="true" />
									</ActionIcon>
								</Tip>
							) : null}
						</li>
					);
				})}
				<li>
					<IconId size={18} stroke={1.75} role="img" aria-label={t('ownId')} />
					<div className={styles.identifier}>
						<span className="mono" translate="no">
							{data.luvallaId}
						</span>
						<span className={styles.quiet}>{t('ownId')}</span>
					</div>
				</li>
			</ul>
			<ConfirmDialog
				opened={asking !== null}
				title={t('removeTitle', { value: asking?.value ?? '' })}
				verb={t('remove')}
				danger
				working={remove.isPending}
				onCancel={() => setAsking(null)}
				onConfirm={() =>
					asking &&
					remove.mutate(
						{ params: { id: data.luvallaId }, query: {}, body: { kind: asking.kind, value: asking.value } },
						{ onSettled: () => setAsking(null) },
					)
				}
			>
				<p>{t('removeText')}</p>
			</ConfirmDialog>
		</aside>
	);
}
