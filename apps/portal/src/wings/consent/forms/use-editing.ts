/** A form while it is written: its draft, and the calls that keep it. */
import {
	addSignupForm,
	changeSignupForm,
	type FormConfig,
	publishSignupForm,
	type SignupForm,
	signupFormCounts,
	signupForms,
	signupFormVersions,
} from '@luvalla/contract/consent/forms';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { useDraftPage } from '#portal/ui/form/use-draft-page.ts';
import { type Draft, draftOf, payloadOf, sameDraft } from './draft.ts';
import type { EditorProps } from './Editor.tsx';
import { readForm } from './read-form.ts';
import { useFormTexts } from './texts.ts';

export function useEditing({ stored, purposes, search, domain }: EditorProps, scope: Scope) {
	const t = useFormTexts();
	const settings = { reload: [signupForms], quiet: true, scope } as const;
	const page = useDraftPage<SignupForm, Draft, ReturnType<typeof payloadOf>, Partial<Pick<SignupForm, 'savedAt'>>>({
		stored,
		begin: () => {
			const usual = purposes.find(({ id }) => id === search.purpose) ?? purposes.find(({ channels }) => channels.includes('email'));
			return draftOf(stored, currentLanguage(), (usual ?? purposes[0])?.id ?? '');
		},
		same: sameDraft,
		isNothing: ({ title }) => title.trim() === '',
		texts: { invalid: addSignupForm.invalid, added: addSignupForm.success, changed: changeSignupForm.success },
		payloadOf,
		named: ({ title, config: { look, limits, after, ...rest } }) => ({
			[t('name')]: title,
			[`${t('tab_form')}, ${t('tab_letters')}`]: rest,
			[t('tab_look')]: look,
			[t('tab_limits')]: limits,
			[t('tab_after')]: after,
		}),
		readOf: (row) => ({ savedAt: row?.savedAt }),
		domain,
		add: useCall(addSignupForm, settings),
		change: useCall(changeSignupForm, settings),
		approve: useCall(publishSignupForm, { reload: [signupForms, signupFormCounts, signupFormVersions], scope }),
		path: '/signupforms',
		read: (id) => readForm(id, scope),
	});
	const change = (part: Partial<FormConfig>) => page.edit((before) => ({ ...before, config: { ...before.config, ...part } }));
	return { ...page, change };
}
export type Editing = ReturnType<typeof useEditing>;
