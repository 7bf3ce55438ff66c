import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { AUTOMATIC_TEXT_LENGTH } from '../../../src/platform/formats'
import { profiles, type UserSummary } from '../../../src/users/contract'
import { FormDialog, type FormTab } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { HoursField } from '../../shared/form/HoursField'
import { PickField } from '../../shared/form/PickField'
import { SelectField } from '../../shared/form/SelectField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { VariablesField } from '../../shared/form/VariablesField'
import { useText } from '../../shared/i18n/useText'
import { ChannelIcon } from '../../shared/kit/ChannelIcon'
import { Face } from '../../shared/kit/Face'
import { Note } from '../../shared/kit/Note'
import { QueueChip } from '../../shared/kit/QueueChip'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { useUser } from '../../shared/session/useUser'
import { useSettings } from '../../shared/settings/useSettings'
import { connectionsQuery, queuesQuery } from '../directory/api'
import { users } from './api'
import { changesIn, formSchema, type UserFormState, type UserValues, valuesOf } from './formSchema'

/** Creates or edits a user. Supervisors change name, profile and queues of attendants, admins everything. */
export function UserForm({ user, onClose }: { user?: UserSummary; onClose(): void }) {
  const t = useText()
  const me = useUser()
  const { create, update } = useCrud(users)
  const [schema] = useState(() => formSchema(!user))
  const [before] = useState(() => valuesOf(user))
  const form = useForm(schema, before)
  const isAdmin = me.profile === 'admin'
  const isOwn = user?.id === me.id
  const access = useAccessTab(form)

  async function save(values: UserValues) {
    const { name, email, password } = values
    const changes = changesIn(before, values)
    const saved = user ? await update(user.id, changes) : await create({ ...changes, name, email, password })
    const isPassword = user && changes.password !== undefined
    toast.success(isPassword ? t('users.form.passwordSaved') : t('users.form.saved', { name: saved.name }))
    onClose()
  }

  const tabs: FormTab<UserValues>[] = [
    {
      id: 'data',
      label: t('users.form.data'),
      fields: [
        'name',
        'email',
        'profile',
        'whatsappId',
        'queueIds',
        'conversationLimit',
        'farewellMessage',
        ...(user ? [] : (['password', 'repeated'] as const)),
      ],
      content: isAdmin ? <AllData form={form} isNew={!user} isOwn={isOwn} /> : <SupervisedData form={form} />,
    },
  ]
  if (isAdmin && user)
    tabs.push({
      id: 'password',
      label: t('users.form.password'),
      fields: ['password', 'repeated', 'oldPassword'],
      content: <Passwords form={form} isOwn={isOwn} />,
    })
  if (isAdmin)
    tabs.push({ id: 'hours', label: t('users.form.hours'), fields: ['hours'], content: <Hours form={form} /> })
  if (isAdmin && access) tabs.push(access)

  return (
    <FormDialog
      form={form}
      title={user ? t('common.row.edit', user) : t('users.new')}
      lead={user && <Face name={user.name} size={2} />}
      size="lg"
      action={user ? t('common.save') : t('users.form.create')}
      onSave={save}
      onClose={onClose}
      tabs={tabs}
    />
  )
}

type Part = { form: UserFormState }

function AllData({ form, isNew, isOwn }: Part & { isNew: boolean; isOwn: boolean }) {
  const t = useText()
  const connections = useQuery(connectionsQuery).data ?? []
  const isMoved = form.watch('email') !== form.formState.defaultValues?.email
  return (
    <div className="grid grid-cols-2 content-start gap-4 max-sm:grid-cols-1">
      <FormField form={form} name="name" label={t('common.field.name')} autoComplete="off" autoFocus={isNew} />
      <FormField form={form} name="email" type="email" label={t('common.field.email')} autoComplete="off" />
      {isOwn && isMoved && <OldPassword form={form} />}
      {isNew && <NewPassword form={form} />}
      <ProfileField form={form} options={profiles} />
      <SelectField
        form={form}
        name="whatsappId"
        label={t('users.form.connection')}
        none={t('users.form.companyConnection')}
        options={connections.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <QueuesField form={form} />
      <FormField
        form={form}
        name="conversationLimit"
        label={t('users.form.limit')}
        hint={t('users.form.limitHint')}
        placeholder={t('users.form.limitNone')}
        inputMode="numeric"
        autoComplete="off"
        optional
      />
      <div className="col-span-full">
        <VariablesField
          form={form}
          max={AUTOMATIC_TEXT_LENGTH}
          name="farewellMessage"
          label={t('directory.farewell')}
          hint={t('users.form.farewellHint')}
          optional
        />
      </div>
      <div className="col-span-full grid gap-4">
        <ToggleField
          form={form}
          name="allUserChat"
          label={t('users.form.allChats')}
          hint={t('users.form.allChatsHint')}
        />
        <ToggleField
          form={form}
          name="allowRealTime"
          label={t('users.form.realTime')}
          hint={t('users.form.realTimeHint')}
        />
      </div>
    </div>
  )
}

function SupervisedData({ form }: Part) {
  const t = useText()
  return (
    <div className="grid gap-4">
      <FormField form={form} name="name" label={t('common.field.name')} autoComplete="off" />
      <ProfileField form={form} options={['supervisor', 'user']} />
      <QueuesField form={form} />
    </div>
  )
}

function ProfileField({ form, options }: Part & { options: readonly UserValues['profile'][] }) {
  const t = useText()
  return (
    <SelectField
      form={form}
      name="profile"
      label={t('users.form.profile')}
      options={options.map((value) => ({ value, label: t(`directory.profile.${value}`) }))}
    />
  )
}

function QueuesField({ form }: Part) {
  const t = useText()
  const queues = useQuery(queuesQuery)
  if (queues.data?.length === 0) return null
  return (
    <PickField
      form={form}
      name="queueIds"
      label={t('common.field.queues')}
      options={queues}
      show={(queue) => <QueueChip queue={queue} />}
    />
  )
}

function NewPassword({ form }: Part) {
  const t = useText()
  return (
    <>
      <FormField
        form={form}
        name="password"
        type="password"
        label={t('users.form.password')}
        hint={t('users.form.passwordHint')}
        autoComplete="new-password"
      />
      <FormField
        form={form}
        name="repeated"
        type="password"
        label={t('users.form.repeat')}
        autoComplete="new-password"
      />
    </>
  )
}

function OldPassword({ form }: Part) {
  const t = useText()
  return (
    <FormField
      form={form}
      name="oldPassword"
      type="password"
      label={t('users.form.old')}
      hint={t('users.form.oldHint')}
      autoComplete="current-password"
    />
  )
}

function Passwords({ form, isOwn }: Part & { isOwn: boolean }) {
  const t = useText()
  return (
    <div className="grid max-w-96 gap-4">
      {isOwn && <OldPassword form={form} />}
      <NewPassword form={form} />
      {!isOwn && <p className="text-sm text-muted">{t('users.form.passwordEnds')}</p>}
    </div>
  )
}

function Hours({ form }: Part) {
  const t = useText()
  const profile = useWatch({ control: form.control, name: 'profile' })
  return (
    <div className="grid gap-4">
      <HoursField form={form} name="hours" label={t('users.form.hours')} hint={t('users.form.hoursZone')} />
      <Note tone="info" icon={<Clock />}>
        {profile === 'user' ? t('users.form.hoursHint') : t('users.form.hoursOthers')}
      </Note>
    </div>
  )
}

/** Only when the company restricts channels. */
function useAccessTab(form: UserFormState): FormTab<UserValues> | undefined {
  const t = useText()
  const isRestricted = useSettings().some(({ key, value }) => key === 'restrictedChannels' && value === 'enabled')
  const connections = useQuery(connectionsQuery)
  const chosen = useWatch({ control: form.control, name: 'connectionAccess' })
  const isAdmin = useWatch({ control: form.control, name: 'profile' }) === 'admin'
  if (!isRestricted) return undefined
  return {
    id: 'access',
    label: t('users.form.access'),
    count: isAdmin ? undefined : chosen.length,
    fields: ['connectionAccess'],
    content: isAdmin ? (
      <p className="text-sm text-muted">{t('directory.access.always')}</p>
    ) : (
      <PickField
        form={form}
        name="connectionAccess"
        label={t('users.form.access')}
        hint={t('users.form.accessHint')}
        options={connections}
        show={({ channel, name }) => (
          <>
            <ChannelIcon channel={channel} />
            <span className="truncate">{name}</span>
          </>
        )}
      />
    ),
  }
}
