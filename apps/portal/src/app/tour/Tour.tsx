import { firstSteps } from '@luvalla/contract/insight/first-steps';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Pointer } from './Pointer.tsx';
import { type Done, frameOf, road, type Step } from './steps.ts';

/** Adding a domain and seeing the snippet are told to nobody. */
const ASK_AGAIN_MS = 4_000;

/** The tour: a customer's own admin is walked to the first recorded consent while that is still ahead; everybody else sees five things of the frame. */
export function Tour({ onLeave }: { onLeave: () => void }) {
	const person = usePerson();
	const customerId = person.customerAdmin && !person.isAdmin ? (person.currentCustomer?.id ?? null) : null;
	return customerId === null ? (
		<Walk steps={frameOf(person.isAdmin)} so={null} onLeave={onLeave} />
	) : (
		<Road customerId={customerId} onLeave={onLeave} />
	);
}

function Road({ customerId, onLeave }: { customerId: number; onLeave: () => void }) {
	const query = useQuery({ ...asQuery(firstSteps, { params: { id: customerId } }), refetchInterval: ASK_AGAIN_MS });
	useReloadOnNews('configurations', [firstSteps], customerId);
	useReloadOnNews('consents', [firstSteps], customerId);
	const so = query.data?.data;
	// what is chosen at first stays: a road that comes to its end is not swapped for the other tour
	const [isNew, setIsNew] = useState<boolean | null>(null);
	if (so && isNew === null) setIsNew(!so.choice);
	if (query.isError && !so) return <Walk steps={frameOf(false)} so={null} onLeave={onLeave} />;
	if (!so || isNew === null) return null;
	return isNew ? <Walk steps={road} so={so} onLeave={onLeave} /> : <Walk steps={frameOf(false)} so={null} onLeave={onLeave} />;
}

const isDone = (step: Step | undefined, so: Done | null): boolean => so !== null && step?.done?.(so) === true;

/** One step after the other. A step that is done while it is shown leads on by itself; who looks back at one that was done stays there. */
function Walk({ steps, so, onLeave }: { steps: readonly Step[]; so: Done | null; onLeave: () => void }) {
	const firstLeft = (from: number): number => {
		const found = steps.findIndex((step, at) => at >= from && !isDone(step, so));
		return found < 0 ? steps.length - 1 : found;
	};
	/** What the customer had done before: the tour begins behind it. */
	const [before] = useState(() => steps.slice(0, firstLeft(0)));
	const [at, setAt] = useState(before.length);
	/** The step whose end was seen, for who hears it. */
	const [ended, setEnded] = useState<Step | null>(null);
	const step = steps[at] ?? steps[0];
	const done = isDone(step, so);
	const was = useRef({ at, done });
	// biome-ignore lint/correctness/useExhaustiveDependencies: what comes next is looked for when a step ends, and at no other moment
	useEffect(() => {
		const last = was.current;
		was.current = { at, done };
		if (last.at !== at || last.done || !done || step === undefined) return;
		setEnded(step);
		setAt(firstLeft(at + 1));
	}, [at, done]);
	if (!step) return null;
	const go = (to: number) => () => {
		setEnded(null);
		setAt(to);
	};
	return (
		<Pointer
			key={step.key}
			step={step}
			so={so}
			done={done}
			ended={ended}
			before={at === before.length && ended === null ? before : []}
			at={at}
			all={steps.length}
			minutes={Math.max(1, Math.ceil(steps.slice(at).reduce((sum, one) => sum + (isDone(one, so) ? 0 : one.minutes), 0)))}
			isDone={steps.map((one, place) => place < at || isDone(one, so))}
			onBack={at > 0 ? go(at - 1) : null}
			onNext={at < steps.length - 1 ? go(at + 1) : null}
			onLeave={onLeave}
		/>
	);
}
