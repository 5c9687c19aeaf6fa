import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useForm } from './use-form.ts';

const initialValues = { name: '', lines: [{ value: 'a' }, { value: 'b' }, { value: 'c' }], on: false };
const shown = () =>
	renderHook(() =>
		useForm<typeof initialValues>({
			initialValues,
			validate: ({ name, lines }) => ({
				...(name === '' && { name: 'Enter a value' }),
				...Object.fromEntries(lines.flatMap(({ value }, n) => (value === '' ? [[`lines.${n}.value`, 'Enter a value']] : []))),
			}),
		}),
	).result;

it('sets what stands deeper in a copy, and takes that error away', () => {
	const form = shown();
	act(() => form.current.setErrors({ name: 'No', 'lines.1.value': 'No' }));
	act(() => form.current.getInputProps('lines.1.value').onChange('x'));
	expect(form.current.values.lines.map(({ value }) => value)).toEqual(['a', 'x', 'c']);
	expect(initialValues.lines[1]).toEqual({ value: 'b' });
	expect(form.current.errors).toEqual({ name: 'No' });
});

it('keeps all changes of one press, and knows them at once', () => {
	const form = shown();
	act(() => {
		form.current.setFieldValue('name', 'Aino');
		form.current.setFieldValue('on', (on) => !on);
		expect(form.current.getValues()).toMatchObject({ name: 'Aino', on: true });
	});
	expect(form.current.values).toMatchObject({ name: 'Aino', on: true });
});

it('moves the errors of a list with its lines', () => {
	const form = shown();
	act(() => form.current.setErrors({ name: 'No', 'lines.0.value': 'first', 'lines.1.value': 'second', 'lines.2.value': 'third' }));
	act(() => form.current.removeListItem('lines', 1));
	expect(form.current.values.lines.map(({ value }) => value)).toEqual(['a', 'c']);
	expect(form.current.errors).toEqual({ name: 'No', 'lines.0.value': 'first', 'lines.1.value': 'third' });
	act(() => form.current.insertListItem('lines', { value: '' }));
	expect(form.current.errors).toHaveProperty(['lines.1.value'], 'third');
});

it('judges one field, or all of them', () => {
	const form = shown();
	act(() => form.current.setFieldValue('lines.2.value', ''));
	act(() => form.current.validateField('lines'));
	expect(form.current.errors).toEqual({ lines: 'Enter a value' });
	act(() => expect(form.current.validate()).toMatchObject({ hasErrors: true }));
	expect(form.current.errors).toEqual({ name: 'Enter a value', 'lines.2.value': 'Enter a value' });
	act(() => form.current.setValues({ name: 'Aino' }));
	expect(form.current.errors).toEqual({});
});

it('is dirty while it differs from what it began with', () => {
	const form = shown();
	act(() => form.current.setFieldValue('name', 'Aino'));
	expect(form.current.isDirty()).toBe(true);
	act(() => form.current.setFieldValue('name', ''));
	expect(form.current.isDirty()).toBe(false);
});
