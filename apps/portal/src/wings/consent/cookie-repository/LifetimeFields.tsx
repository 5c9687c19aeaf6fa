/** How long a cookie stays, as a form holds it. */
import { LifetimeField } from '#portal/ui/form/LifetimeField.tsx';
import type { LifetimeKind } from '#portal/ui/form/lifetime.ts';
import type { Form } from '#portal/ui/form/use-form.ts';

export interface LifetimeValues {
	lifetimeNumber: string;
	lifetimeKind: LifetimeKind;
}

export function LifetimeFields<V extends LifetimeValues>({ form, optional }: { form: Form<V>; optional?: true }) {
	return <LifetimeField number={form.getInputProps('lifetimeNumber')} kind={form.getInputProps('lifetimeKind')} optional={optional} />;
}
