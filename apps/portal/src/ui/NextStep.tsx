/** What comes next once something stands: a sentence that says so, and the press that leads on. */
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import styles from './NextStep.module.css';

export interface Step {
	label: string;
	to: string;
	search?: Record<string, string>;
}

interface NextStepProps {
	said: string;
	/** The usual one first. */
	steps: readonly Step[];
}

export function NextStep({ said, steps }: NextStepProps) {
	return (
		<div className={styles.next} role="status">
			<p>{said}</p>
			<div className="wrap-8">
				{steps.map(({ label, to, search = {} }) => (
					<Button
						key={label}
						variant="default"
						data-strong
						rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden="true" />}
						renderRoot={(props: object) => <Link {...props} to={to} search={search} />}
					>
						{label}
					</Button>
				))}
			</div>
		</div>
	);
}
