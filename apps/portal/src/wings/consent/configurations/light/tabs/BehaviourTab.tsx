/** Where and when to ask, what Google's tags may do, who shares the choice, and which versions. */

import type { Versions } from '../../editing/LoadedEditor.tsx';
import { ReaskFields } from '../../editing/ReaskFields.tsx';
import { VersionFields } from '../../editing/VersionFields.tsx';
import { WhereFields } from '../../editing/WhereFields.tsx';
import type { LightTabProps } from '../kind.ts';
import { ConsentModeFields } from './ConsentModeFields.tsx';
import { JoinedFields } from './JoinedFields.tsx';

const MOST_MONTHS = 24;

export function BehaviourTab({ parts, ...props }: LightTabProps & { parts: Versions }) {
	return (
		<div className="stack-16">
			<WhereFields {...props} />
			<ReaskFields {...props} most={MOST_MONTHS} />
			<ConsentModeFields {...props} />
			<JoinedFields {...props} />
			<VersionFields {...props} parts={parts} />
		</div>
	);
}
