/**
 * Values and errors of a form, by dotted path (`headers.1.value`). A field is judged when somebody asks (`validate`,
 * `validateField`, or leaving it with `judgeOnBlur`), and loses its error when it is changed.
 */
import { useRef, useState } from 'react';

type Errors = Readonly<Record<string, string>>;
/** Paths of a form's own fields, and of what stands deeper. */
type Own<Values> = keyof Values & string;
type Deeper = `${string}.${string}`;

export interface InputProps {
	'data-path': string;
	error: string | undefined;
	/** An input's event, or the value itself. */
	onChange: (change: unknown) => void;
	onBlur?: () => void;
}

interface InputOf<Values> {
	/** What stands deeper is of the kind its input takes. */
	(path: Deeper): InputProps & { value: never };
	<K extends Own<Values>>(path: K): InputProps & { value: Values[K] };
	(path: Own<Values> | Deeper, options: { type: 'checkbox' }): InputProps & { checked: never };
}

interface SetField<Values> {
	(path: Deeper, value: unknown): void;
	<K extends Own<Values>>(path: K, value: Values[K] | ((now: Values[K]) => Values[K])): void;
}

export interface Form<Values> {
	values: Values;
	errors: Errors;
	/** Also of this moment, where the form was not drawn anew yet. */
	getValues: () => Values;
	getInputProps: InputOf<Values>;
	setFieldValue: SetField<Values>;
	/** Begins anew from these. */
	begin: (values: Values) => void;
	/** Several at once; nothing is complained of any more. */
	setValues: (some: Partial<Values>) => void;
	setErrors: (errors: Errors) => void;
	clearFieldError: (path: string) => void;
	insertListItem: (path: string, item: unknown) => void;
	/** The errors of those behind it move with them. */
	removeListItem: (path: string, index: number) => void;
	validate: () => { hasErrors: boolean; errors: Errors };
	validateField: (path: string) => void;
	isDirty: () => boolean;
	getInputNode: (path: string) => HTMLElement | null;
}

interface FormOptions<Values> {
	initialValues: Values;
	/** Complaints by path. */
	validate: (values: Values) => Errors;
	judgeOnBlur?: true;
}

export function useForm<Values extends object>({ initialValues, validate, judgeOnBlur }: FormOptions<Values>): Form<Values> {
	const [first, begin] = useState(initialValues);
	const [state, show] = useState<{ values: Values; errors: Errors }>({ values: first, errors: {} });
	const now = useRef(state);
	const set = (next: Partial<typeof state>): void => {
		now.current = { ...now.current, ...next };
		show(now.current);
	};
	const put = (path: string, value: unknown): void =>
		set({ values: putAt(now.current.values, path.split('.'), value), errors: without(now.current.errors, path) });
	const setFieldValue = (path: string, value: unknown): void =>
		put(path, typeof value === 'function' ? value(at(now.current.values, path)) : value);
	const validateField = (path: string): void => {
		const complaints = validate(now.current.values);
		const found = Object.keys(complaints).find((key) => key === path || key.startsWith(`${path}.`));
		const error = found === undefined ? undefined : complaints[found];
		set({ errors: { ...without(now.current.errors, path), ...(error === undefined ? {} : { [path]: error }) } });
	};
	const getInputProps = (path: string, options?: { type: 'checkbox' }) => ({
		'data-path': path,
		error: state.errors[path],
		[options ? 'checked' : 'value']: at(state.values, path),
		onChange: (change: unknown) => setFieldValue(path, changed(change)),
		...(judgeOnBlur && { onBlur: () => validateField(path) }),
	});
	return {
		...state,
		getValues: () => now.current.values,
		getInputProps: getInputProps as InputOf<Values>,
		setFieldValue,
		begin: (values) => {
			begin(values);
			set({ values, errors: {} });
		},
		setValues: (some) => set({ values: { ...now.current.values, ...some }, errors: {} }),
		setErrors: (errors) => set({ errors }),
		clearFieldError: (path) => set({ errors: without(now.current.errors, path) }),
		insertListItem: (path, item) => {
			const list = at(now.current.values, path);
			if (Array.isArray(list)) set({ values: putAt(now.current.values, path.split('.'), [...list, item]) });
		},
		removeListItem: (path, index) => {
			const list = at(now.current.values, path);
			if (!Array.isArray(list)) return;
			const errors = Object.entries(now.current.errors).flatMap(([key, error]) => moved(key, path, index).map((to) => [to, error]));
			set({ values: putAt(now.current.values, path.split('.'), list.toSpliced(index, 1)), errors: Object.fromEntries(errors) });
		},
		validate: () => {
			const errors = validate(now.current.values);
			set({ errors });
			return { hasErrors: Object.keys(errors).length > 0, errors };
		},
		validateField,
		isDirty: () => JSON.stringify(state.values) !== JSON.stringify(first),
		getInputNode: (path) => document.querySelector<HTMLElement>(`[data-path="${path}"]`),
	};
}

const at = (values: unknown, path: string): unknown =>
	path.split('.').reduce<unknown>((of, key) => (of === null || of === undefined ? undefined : Reflect.get(Object(of), key)), values);

/** A copy with another value there; what is not on the way stays what it was. */
function putAt<T>(of: T, [key = '', ...rest]: readonly string[], value: unknown): T {
	const copy: object = Array.isArray(of) ? [...of] : { ...Object(of) };
	Reflect.set(copy, key, rest.length === 0 ? value : putAt(Reflect.get(copy, key), rest, value));
	return copy as T;
}

const without = (errors: Errors, path: string): Errors => Object.fromEntries(Object.entries(errors).filter(([key]) => key !== path));

/** Where the error of a path stands once a line of the list is taken out: nowhere, where it was that line's. */
function moved(key: string, list: string, index: number): string[] {
	const [line = '', ...rest] = key.startsWith(`${list}.`) ? key.slice(list.length + 1).split('.') : [];
	const n = Number.parseInt(line, 10);
	if (Number.isNaN(n) || n < index) return [key];
	return n === index ? [] : [[list, n - 1, ...rest].join('.')];
}

/** What an input holds now. */
function changed(change: unknown): unknown {
	if (typeof change !== 'object' || change === null || !('nativeEvent' in change) || !('currentTarget' in change)) return change;
	const { currentTarget: input } = change;
	if (input instanceof HTMLInputElement && input.type === 'checkbox') return input.checked;
	return at(input, 'value');
}
