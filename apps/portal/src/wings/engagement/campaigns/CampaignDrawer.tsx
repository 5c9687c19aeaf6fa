import { CHANNELS } from '@luvalla/contract/channels';
import {
	addCampaign,
	type Campaign,
	campaigns,
	changeCampaign,
	INVALID_CAMPAIGN,
	publishCampaign,
} from '@luvalla/contract/engagement/campaigns';
import { IconListCheck, IconSend, IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { momentText } from '#portal/lib/dates.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { CampaignBadge } from '#portal/ui/deliveries/badges.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import { LinkButton } from '#portal/ui/LinkButton.tsx';
import type { ListQuery } from '#portal/ui/list/DataList.tsx';
import { useKitTexts } from '#portal/ui/texts.ts';
import { domainsOf, type NamedDomain, type Place } from '#portal/ui/use-place.ts';
import { ChangesPart } from './ChangesPart.tsx';
import styles from './campaigns.module.css';
import { type CampaignSearch, NOTHING_BROUGHT } from './campaigns.search.ts';
import { bodyOf, CHANGES, checkOf, type Draft, draftOf, onAnotherDomain, withBrought } from './draft.ts';
import { NamePart } from './NamePart.tsx';
import { OptionsPart } from './OptionsPart.tsx';
import { PublishQuestion, published } from './PublishQuestion.tsx';
import { useCampaignTexts } from './texts.ts';
import { useChoices } from './use-choices.ts';
import { type Make, WhomPart } from './WhomPart.tsx';

interface CampaignDrawerProps {
	list: ListQuery<Campaign> & { isSuccess: boolean };
	search: CampaignSearch;
	patch: (patch: Partial<CampaignSearch>) => void;
	place: Place;
}

/** A campaign, or a new one. */
export function CampaignDrawer({ list, search, patch, place }: CampaignDrawerProps) {
	const t = useCampaignTexts();
	const kit = useKitTexts();
	const language = useLanguage();
	const { id } = search;
	const isNew = id === 'new';
	const listed = list.data?.data.find((row) => row.id === id);
	const scope = { customerId: place.page.customerId, domainId: null };
	// The list's own page need not hold it.
	const read = useQuery({
		...asQuery(campaigns, { query: { page: 1, size: 10, filter: [`id:${id}`] } }, scope),
		enabled: id !== undefined && !isNew && listed === undefined && (list.data !== undefined || list.isError),
	});
	const row = listed ?? read.data?.data[0];
	const first = place.domain ?? place.domains[0] ?? null;
	return (
		<FormDrawer
			opened={id !== undefined}
			title={isNew ? t('add') : (row?.title ?? t('edit'))}
			subtitle={row ? <CampaignBadge campaign={row} /> : null}
			thing={row?.title}
			wide
			onClose={() => patch({ id: undefined, ...NOTHING_BROUGHT })}
			loading={isNew ? (first ? undefined : domainsOf(place)) : row ? undefined : read}
			missing={isNew ? kit('noDomains') : fixedText(INVALID_CAMPAIGN, language)}
		>
			{isNew && first ? <CampaignForm key="new" row={null} first={first} place={place} search={search} /> : null}
			{row ? <CampaignForm key={row.id} row={row} first={{ id: row.domainId, domain: row.domain }} place={place} search={search} /> : null}
		</FormDrawer>
	);
}

interface CampaignFormProps {
	row: Campaign | null;
	/** The domain it is on, or that a new one begins with. */
	first: NamedDomain;
	place: Place;
	search: CampaignSearch;
}

function CampaignForm({ row, first, place, search }: CampaignFormProps) {
	const t = useCampaignTexts();
	const say = useSay();
	const language = useLanguage();
	const { isAdmin } = usePerson();
	const navigate = useNavigate();
	const { customerId } = place.page;
	const { address } = place;
	const [domain, setDomain] = useState(first);
	const scope = { customerId, domainId: domain.id };
	const choices = useChoices(scope);
	const stored = draftOf(row);
	const brings = [search.audience, search.constellation, search.sender].some((one) => one !== undefined);
	const begins = brings ? withBrought(stored, search) : stored;
	const add = useCall(addCampaign, { reload: [campaigns], scope });
	const change = useCall(changeCampaign, { reload: [campaigns], scope });
	const send = async (draft: Draft, _: unknown, lastUpdatedAt: string | undefined): Promise<Campaign> => {
		const body = bodyOf(draft, choices.usualSender?.id ?? null);
		const kept = row
			? change.mutateAsync({ query: {}, body: { ...body, id: row.id, lastUpdatedAt } })
			: add.mutateAsync({ query: {}, body: { ...body, domain: domain.domain } });
		return (await kept).data;
	};
	const ofDomain: Record<string, string> = isAdmin ? { ...address, domain: domain.id } : address;
	return (
		<DrawerForm<Draft, Campaign>
			initial={row ? stored : begins}
			begins={begins}
			readAt={row?.lastUpdatedAt}
			schema={checkOf(t)}
			labels={{
				title: t('name'),
				constellation: t('constellations'),
				audienceIdFK: t('audience'),
				isTransactional: t('transactional'),
				postExecutionSegmentChange: t('postExecutionSegmentChange'),
				onOpenSegmentChange: t('onOpenSegmentChange'),
				onClickSegmentChange: t('onClickSegmentChange'),
				options: t('options'),
			}}
			labelOf={(path) => labelOf(t, say, path)}
			nothing={addCampaign.invalid}
			onSave={send}
			saveLabel={t('save')}
			onward={{ label: t('goOn'), go: ({ id }) => void navigate({ to: '/campaigns/before', search: { ...address, id } }) }}
		>
			{(form, saveAnd) => {
				const make: Make = (to, more = {}) => {
					const go = ({ id }: Pick<Campaign, 'id'>) => {
						// senders stand in one list for all: whose it is for is in the address
						const whose = to === '/connectors/senders' ? { ...address, domain: domain.id } : ofDomain;
						void navigate({ to, search: { ...whose, ...more, campaign: id } });
					};
					// One that stands as it was stored is not saved anew: that would take back its publication.
					if (row && !brings && !form.isDirty()) return go(row);
					// Nothing that was written is lost on the way.
					if (form.getValues().title.trim() === '') form.setFieldValue('title', t('unnamed', { when: momentText(new Date(), language) }));
					saveAnd(go);
				};
				return (
					<>
						{row && row.status !== 0 ? (
							<p className={styles.note} data-hue={row.status === 2 ? 'amber' : undefined}>
								{t(row.status === 2 ? 'runsNow' : row.status === 1 ? 'draftAgain' : 'draftAfterRun')}
							</p>
						) : null}
						{row && !brings && !form.isDirty() ? <Acts row={row} scope={scope} address={address} /> : null}
						<NamePart label={t('name')} form={form} row={row} place={place} domain={[domain, setDomain]} without={onAnotherDomain} />
						<WhomPart form={form} choices={choices} scope={scope} row={row} make={make} />
						<SwitchField
							label={t('transactional')}
							hint={t('transactionalHint')}
							{...form.getInputProps('isTransactional', { type: 'checkbox' })}
						/>
						<div className={styles.folds}>
							<ChangesPart form={form} choices={choices} domain={domain.domain} />
							<OptionsPart form={form} choices={choices} make={make} />
						</div>
					</>
				);
			}}
		</DrawerForm>
	);
}

/** What can be done with one that stands as it is written: publish it, look at what it would come to, see its run. */
function Acts({ row, scope, address }: { row: Campaign; scope: Scope; address: Record<string, string> }) {
	const t = useCampaignTexts();
	const publish = useCall(publishCampaign, { reload: [campaigns], scope });
	const [reasoned, setReasoned] = useState<Campaign | null>(null);
	const search = { ...address, id: row.id };
	return (
		<div className="wrap-8">
			{row.status === 0 ? (
				<ActButton
					variant="default"
					data-strong
					sign={IconWorldUpload}
					loading={publish.isPending}
					onClick={() => (row.isTransactional ? setReasoned(row) : publish.mutate(published(row)))}
				>
					{t('publishVerb')}
				</ActButton>
			) : null}
			<LinkButton sign={IconListCheck} to="/campaigns/before" search={search}>
				{t('before')}
			</LinkButton>
			{row.status > 1 ? (
				<LinkButton sign={IconSend} to="/campaigndashboard" search={search}>
					{t('itsRun')}
				</LinkButton>
			) : null}
			<PublishQuestion row={reasoned} scope={scope} onClose={() => setReasoned(null)} />
		</div>
	);
}

/** The name of what stands deeper. */
function labelOf(t: ReturnType<typeof useCampaignTexts>, say: ReturnType<typeof useSay>, path: string): string | undefined {
	const [head = '', part = '', code = ''] = path.split('.');
	const channel = part === 'connectors' ? CHANNELS[Number(code)] : undefined;
	if (channel) return t('connectorOf', { channel: say(channelSigns[channel].label) });
	const changed = CHANGES.find((one) => one === head);
	if (changed) return t(changed);
	const fields = ['beginsAt', 'lateAt', 'throttle', 'capMessages', 'capDays', 'complaintLimit', 'bounceLimit', 'secondSubject'] as const;
	const field = fields.find((one) => one === part);
	return head === 'options' && field ? t(field) : undefined;
}
