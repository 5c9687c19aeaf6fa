import type { ReactNode } from 'react';
import { FieldError } from '#portal/ui/form/field.tsx';

/** Why a step was refused, said as it comes; `children`: a way on. */
export function Refusal({ sentence, children }: { sentence: string | null; children?: ReactNode }) {
	return sentence ? (
		<div role="alert">
			<FieldError>{sentence}</FieldError>
			{children}
		</div>
	) : null;
}
