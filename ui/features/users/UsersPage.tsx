import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2, UsersRound } from 'lucide-react'
import { isAnyTime, profiles, type UserDetail, type UserSummary } from '../../../src/users/contract'
import { useText } from '../../shared/i18n/useText'
import { Ago } from '../../shared/kit/Ago'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { Face } from '../../shared/kit/Face'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { RefusedPage } from '../../shared/RefusedPage'
import { useMay, useUser } from '../../shared/session/useUser'
import { ChoiceFilter } from '../../shared/table/ChoiceFilter'
import type { Column } from '../../shared/table/columns'
import { ListPage } from '../../shared/table/ListPage'
import { useReturn } from '../../shared/table/useReturn'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { useView } from '../../shared/table/useView'
import { connectionsQuery } from '../directory/api'
import { Presence } from '../directory/Presence'
import { fetchUser, users } from './api'
import { shownUsers } from './spec'
import { UserForm } from './UserForm'
import { UsersView } from './view'

export function UsersPage() {
  return useMay()('users-page:view') ? <Users /> : <RefusedPage needs="users-page:view" />
}

type DialogName = 'create' | 'edit' | 'delete' | 'deactivate'

/** All users: profile, presence, working hours. */
function Users() {
  const t = useText()
  const may = useMay()
  const me = useUser()
  const rows = useRows(users)
  const view = useView(UsersView)
  const { what, row, open, close } = useRowDialog<UserSummary, DialogName>(
    rows.all,
    view.now.new && may('users-page:change') ? 'create' : null,
  )
  const leave = useReturn(view, close)
  const connections = useQuery(connectionsQuery).data ?? []
  const all = rows.all ?? []
  const mayChange = may('users-page:change')
  return (
    <ListPage
      title={t('users.title')}
      rows={rows}
      shown={shownUsers(all, view.now)}
      columns={useColumns((user) => open('deactivate', user))}
      view={view}
      search={t('users.search')}
      filters={
        <>
          <ChoiceFilter
            label={t('users.column.profile')}
            value={view.now.profile}
            onChange={(profile) => view.change({ profile })}
            options={profiles.map((value) => ({ value, label: t(`directory.profile.${value}`) }))}
          />
          {connections.length > 1 && (
            <ChoiceFilter<string>
              label={t('common.field.connection')}
              value={view.now.connection === undefined ? undefined : String(view.now.connection)}
              onChange={(id) => view.change({ connection: id === undefined ? undefined : Number(id) })}
              all={t('common.allFeminine')}
              options={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
        </>
      }
      action={mayChange && { label: t('users.new'), onSelect: () => open('create') }}
      actions={(user) => [
        ...(mayEdit(me, user)
          ? [{ label: t('common.row.edit', user), icon: <Pencil />, isMain: true, onSelect: () => open('edit', user) }]
          : []),
        ...(mayChange && user.id !== me.id && mayEdit(me, user)
          ? [{ label: t('common.row.delete', user), icon: <Trash2 />, onSelect: () => open('delete', user) }]
          : []),
      ]}
      tone={({ active }) => (active ? undefined : 'off')}
      flash={({ name, email, profile, active }) => `${name} ${email} ${profile} ${active}`}
      empty={{ icon: <UsersRound />, title: t('users.empty.title'), text: t('users.empty.text') }}
    >
      {what === 'create' && <UserForm onClose={leave} />}
      {what === 'edit' && row && <UserForm user={row} onClose={close} />}
      {what === 'delete' && row && <Leaving user={row} how="delete" onClose={close} />}
      {what === 'deactivate' && row && <Leaving user={row} how="deactivate" onClose={close} />}
    </ListPage>
  )
}

type Me = ReturnType<typeof useUser>

/** Actions that the server would refuse are not offered. */
const mayEdit = (me: Me, user: UserSummary): boolean =>
  (me.profile === 'admin' && (me.super || !user.super)) || (me.profile === 'supervisor' && user.profile === 'user')

function useColumns(onDeactivate: (user: UserSummary) => void): Column<UserSummary>[] {
  const t = useText()
  const connections = useQuery(connectionsQuery).data ?? []
  const nameOf = (id: number | null) => connections.find((one) => one.id === id)?.name
  return [
    {
      id: 'id',
      head: t('users.column.id'),
      sort: 'id',
      cell: ({ id }) => id,
      width: '4rem',
      yields: 'first',
      phone: 'none',
    },
    {
      id: 'name',
      head: t('common.field.name'),
      sort: 'name',
      phone: 'lead',
      cell: ({ name }) => (
        <span className="person">
          <Face name={name} size={1.75} />
          <span className="truncate">{name}</span>
        </span>
      ),
    },
    {
      id: 'presence',
      head: t('users.column.presence'),
      sort: 'presence',
      width: '8.5rem',
      phone: 'bare',
      cell: ({ online, status, lastSeenAt }) =>
        online ? (
          <Presence status={status} />
        ) : (
          <span className="text-faint">{lastSeenAt ? <Ago at={lastSeenAt} /> : t('directory.never')}</span>
        ),
    },
    {
      id: 'email',
      head: t('common.field.email'),
      sort: 'email',
      phone: 'line',
      cell: ({ email }) => <span className="block truncate">{email}</span>,
    },
    {
      id: 'profile',
      head: t('users.column.profile'),
      sort: 'profile',
      width: '8rem',
      phone: 'bare',
      cell: ({ profile }) => t(`directory.profile.${profile}`),
    },
    {
      id: 'connection',
      head: t('common.field.connection'),
      width: '9rem',
      yields: 'first',
      cell: ({ whatsappId }) => nameOf(whatsappId) ?? <span className="text-faint">{t('users.companys')}</span>,
    },
    { id: 'hours', head: t('users.column.hours'), width: '8.5rem', yields: 'second', cell: (user) => hoursIn(t, user) },
    {
      id: 'active',
      head: t('users.column.active'),
      width: '4.5rem',
      phone: 'end',
      cell: (user) => <ActiveSwitch user={user} onDeactivate={() => onDeactivate(user)} />,
    },
  ]
}

function hoursIn(t: ReturnType<typeof useText>, user: UserSummary) {
  if (user.profile !== 'user' || isAnyTime(user)) return <span className="text-faint">{t('users.anyTime')}</span>
  if (user.typeExpedient === 'expedientPerDay') return t('users.eachDay')
  return <span className="nums">{t('users.fromTo', { from: user.startWork, to: user.endWork })}</span>
}

function ActiveSwitch({ user, onDeactivate }: { user: UserSummary; onDeactivate(): void }) {
  const t = useText()
  const me = useUser()
  const { update } = useCrud(users)
  const activate = () => void update(user.id, { active: true }, { active: true }).catch(toast.failure)
  return (
    <Toggle
      aria-label={t('users.isActive', user)}
      checked={user.active}
      disabled={me.profile !== 'admin' || user.id === me.id || !mayEdit(me, user)}
      onChange={(on) => (on ? activate() : onDeactivate())}
    />
  )
}

/** Says what happens to a user's tickets before deactivation or deletion. */
function Leaving({ user, how, onClose }: { user: UserSummary; how: 'delete' | 'deactivate'; onClose(): void }) {
  const t = useText()
  const { update, remove } = useCrud(users)
  return (
    <DeleteDialog<UserDetail>
      title={t(`users.${how}.title`, user)}
      confirm={t(`users.${how}.confirm`)}
      done={t(`users.${how}.done`, user)}
      counts={() => fetchUser(user.id)}
      onDelete={() => (how === 'delete' ? remove(user.id) : update(user.id, { active: false }))}
      onClose={onClose}
    >
      {(detail) => (
        <>
          {detail && detail.openTickets > 0 && <p>{t('users.leaving', { count: detail.openTickets })}</p>}
          {how === 'delete' && detail && detail.privateQuickMessages > 0 && (
            <p>{t('users.quickMessages', { count: detail.privateQuickMessages })}</p>
          )}
          <p className="mt-2">{t(`users.${how}.text`)}</p>
        </>
      )}
    </DeleteDialog>
  )
}
