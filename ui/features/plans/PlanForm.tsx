import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import {
  type CreatePlan,
  CreatePlan as CreateSchema,
  defaultMenus,
  MOST_AMOUNT,
  menuOfFlag,
  type PlanDetail,
  planDefaults,
  UpdatePlan,
} from '../../../src/features/plans/contract'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { MoneyField } from '../../shared/form/MoneyField'
import { ToggleField } from '../../shared/form/ToggleField'
import { type Form, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { metaAppQuery, plans } from './api'
import { ExcessNotes, StopNotes } from './ExcessNotes'
import { HoldersTab } from './HoldersTab'
import { LimitField } from './LimitField'
import { MenusField } from './MenusField'
import { excessOf, stopsOf } from './spec'
import { useMenuTitle } from './useMenuTitle'

const { users, connections, queues, storage } = CreateSchema.entries
const old = UpdatePlan.entries
const entries = {
  name: CreateSchema.entries.name,
  /** Cents. */
  amount: v.pipe(
    v.nullable(v.number('form.invalid')),
    v.number('form.required'),
    v.minValue(0, 'form.invalid'),
    v.maxValue(MOST_AMOUNT * 100, 'form.invalid'),
  ),
  storage: v.unwrap(storage),
  isPublic: v.boolean(),
  useWhatsapp: v.boolean(),
  useFacebook: v.boolean(),
  useInstagram: v.boolean(),
  useCampaigns: v.boolean(),
  useSchedules: v.boolean(),
  useInternalChat: v.boolean(),
  useExternalApi: v.boolean(),
  useIntegrations: v.boolean(),
  newStructureMenu: v.boolean(),
  menus: v.array(v.number()),
}
const required = <S extends v.GenericSchema<number, number>>(count: S) =>
  v.pipe(v.nullable(v.number('form.required')), v.number('form.required'), count)
/** Every limit is required, except in a plan without limits. */
const NewValues = v.object({
  ...entries,
  users: required(users),
  connections: required(connections),
  queues: required(queues),
})
const OldValues = v.object({
  ...entries,
  users: v.unwrap(old.users),
  connections: v.unwrap(old.connections),
  queues: v.unwrap(old.queues),
})
export type Values = v.InferOutput<typeof OldValues>
export type FormInput = v.InferInput<typeof OldValues>

type Props = {
  /** Omitted for a new one. */
  edited?: PlanDetail
  onClose(): void
}

export function PlanForm({ edited, onClose }: Props) {
  const t = useText()
  const { create, update } = useCrud(plans)
  const [before] = useState(() => valuesOf(edited))
  const isWithoutLimit = edited !== undefined && [edited.users, edited.connections, edited.queues].includes(null)
  const form = useForm<FormInput, Values>(isWithoutLimit ? OldValues : NewValues, before)
  const holders = edited?.companies ?? []

  async function save(values: Values) {
    const { amount, ...rest } = edited ? changesOf(before, values) : values
    const wanted = { ...rest, ...(amount != null && { amount: amount / 100 }) }
    if (edited) await update(edited.id, wanted)
    else await create(wanted as CreatePlan) // the schema of a new plan requires every limit
    toast.success(t(edited ? 'plans.form.updated' : 'plans.form.created'))
    onClose()
  }

  const details = {
    id: 'details',
    label: t('plans.form.details'),
    fields: ['name', 'users', 'connections', 'queues', 'storage', 'amount'] as const,
    content: <Details form={form} edited={edited} />,
  }
  const tabs = edited
    ? [
        details,
        {
          id: 'companies',
          label: t('plans.form.companies'),
          count: holders.length,
          fields: [],
          content: <HoldersTab plan={edited} />,
        },
      ]
    : [details]
  return (
    <FormDialog
      form={form}
      title={edited ? t('plans.form.edit', edited) : t('plans.new')}
      size="lg"
      action={t(edited ? 'common.save' : 'plans.form.createIt')}
      note={holders.length > 0 && t('plans.form.atOnce', { count: holders.length })}
      onSave={save}
      onClose={onClose}
      tabs={tabs}
    />
  )
}

type PlanFormOf = Form<FormInput, Values>

const flagsOfMenus = Object.keys(menuOfFlag) as (keyof typeof menuOfFlag)[] // the keys of a literal

function Details({ form, edited }: { form: PlanFormOf; edited: PlanDetail | undefined }) {
  const t = useText()
  const titleOf = useMenuTitle()
  const holders = edited?.companies ?? []
  const lacksMetaApp = useQuery(metaAppQuery).data === false
  const [usersNow, connectionsNow, queuesNow, storageNow, usesMenus, menus, useCampaigns, useSchedules] = useWatch({
    control: form.control,
    name: ['users', 'connections', 'queues', 'storage', 'newStructureMenu', 'menus', 'useCampaigns', 'useSchedules'],
  })
  const features = usesMenus
    ? { useCampaigns: menus.includes(menuOfFlag.useCampaigns), useSchedules: menus.includes(menuOfFlag.useSchedules) }
    : { useCampaigns, useSchedules }
  const excess = excessOf(holders, {
    users: usersNow,
    connections: connectionsNow,
    queues: queuesNow,
    storage: storageNow,
  })
  return (
    <div className="grid gap-4">
      <div className="plan-numbers grid grid-cols-3 gap-4 items-start max-md:grid-cols-2">
        <FormField form={form} name="name" label={t('plans.column.name')} maxLength={50} autoComplete="off" autoFocus />
        <LimitField form={form} name="users" label={t('plans.column.users')} />
        <LimitField form={form} name="connections" label={t('plans.column.connections')} />
        <LimitField form={form} name="queues" label={t('plans.column.queues')} />
        <LimitField form={form} name="storage" label={t('plans.column.storage')} />
        <MoneyField form={form} name="amount" label={t('plans.form.amount')} />
      </div>
      <ExcessNotes excess={excess} />
      {edited && <StopNotes stops={stopsOf(holders, edited, features)} />}
      <div className="grid grid-cols-2 gap-y-3 gap-x-8 max-md:grid-cols-1">
        <ToggleField form={form} name="isPublic" label={t('plans.form.public')} hint={t('plans.form.publicHint')} />
        <ToggleField
          form={form}
          name="useWhatsapp"
          label={t('common.channel.whatsapp')}
          hint={t('plans.form.whatsappHint')}
        />
        {(['useFacebook', 'useInstagram'] as const).map((flag) => (
          <ToggleField
            key={flag}
            form={form}
            name={flag}
            label={t(`plans.form.${flag}`)}
            hint={t(lacksMetaApp ? 'plans.form.noMetaApp' : 'plans.form.metaHint')}
          />
        ))}
        <ToggleField
          form={form}
          name="newStructureMenu"
          label={t('plans.form.newMenu')}
          hint={t('plans.form.newMenuHint')}
        />
        {!usesMenus &&
          flagsOfMenus.map((flag) => (
            <ToggleField key={flag} form={form} name={flag} label={titleOf(menuOfFlag[flag]) ?? flag} />
          ))}
      </div>
      {usesMenus && <MenusField form={form} />}
    </div>
  )
}

const valuesOf = (edited: PlanDetail | undefined): FormInput => ({
  name: edited?.name ?? '',
  users: edited ? edited.users : 3,
  connections: edited ? edited.connections : 1,
  queues: edited ? edited.queues : 3,
  storage: edited?.storage ?? null,
  amount: edited ? Math.round(edited.amount * 100) : null,
  isPublic: edited?.isPublic ?? planDefaults.isPublic,
  useWhatsapp: edited?.useWhatsapp ?? planDefaults.useWhatsapp,
  useFacebook: edited?.useFacebook ?? planDefaults.useFacebook,
  useInstagram: edited?.useInstagram ?? planDefaults.useInstagram,
  useCampaigns: edited?.useCampaigns ?? planDefaults.useCampaigns,
  useSchedules: edited?.useSchedules ?? planDefaults.useSchedules,
  useInternalChat: edited?.useInternalChat ?? planDefaults.useInternalChat,
  useExternalApi: edited?.useExternalApi ?? planDefaults.useExternalApi,
  useIntegrations: edited?.useIntegrations ?? planDefaults.useIntegrations,
  newStructureMenu: edited?.newStructureMenu ?? planDefaults.newStructureMenu,
  menus: [...(edited && edited.menus.length > 0 ? edited.menus : defaultMenus)],
})
