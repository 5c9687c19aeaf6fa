/** What was published of a form, in a menu. */
import { type SignupForm, signupFormVersions } from '@luvalla/contract/consent/forms';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { LateMenu } from '#portal/ui/LateMenu.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import styles from './editor.module.css';
import { useFormTexts } from './texts.ts';

export function Versions({ form, scope }: { form: SignupForm; scope: Scope }) {
	const t = useFormTexts();
	const { data } = useQuery(asQuery(signupFormVersions, { params: { id: form.id }, query: {} }, scope));
	return (
		<LateMenu
			position="bottom-end"
			width={320}
			button={
				<Button variant="default" leftSection={<IconHistory size={16} stroke={1.75} aria-hidden="true" />}>
					{t('versions')}
				</Button>
			}
		>
			{(Menu) => (
				<>
					{(data?.data ?? []).map((one) => (
						<Menu.Item key={one.version}>
							<span className={styles.versionRow}>
								<b>{t('versionNumber', { version: one.version })}</b>
								<span>
									{t('wordingNumber', { version: one.purposeVersion })} · <RelativeTime at={one.publishedAt} />
								</span>
								<code translate="no">{one.hash.slice(0, 16)}</code>
							</span>
						</Menu.Item>
					))}
				</>
			)}
		</LateMenu>
	);
}
