import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { type EscalationAlert, escalationRaised, escalationsSeen } from '../../../src/features/escalation/contract'
import { ticketDeleted, ticketRead, ticketUpdated } from '../../../src/tickets/contract'
import { useText } from '../../shared/i18n/useText'
import { Bell } from '../../shared/kit/Bell'
import { BellList } from '../../shared/kit/BellList'
import { toast } from '../../shared/kit/toast'
import { useEvent } from '../../shared/live/useEvent'
import { useUser } from '../../shared/session/useUser'
import { escalationQuery, seeEscalations } from './api'

const none: readonly EscalationAlert[] = []

/** Conversations that nobody has seen, for supervisors; hidden without any. */
export function EscalationBell() {
  const isSupervisor = useUser().profile !== 'user'
  return isSupervisor ? <Unseen /> : null
}

function Unseen() {
  const t = useText()
  const client = useQueryClient()
  const { data: alerts = none, refetch } = useQuery({ ...escalationQuery, select: (state) => state.alerts })
  useEvent(escalationRaised, ({ alert: { contact, minutes } }) => {
    toast.warning(t('escalationBell.news', { name: contact.name, minutes }))
    void refetch()
  })
  const follow = (ticketId: number) => {
    if (alerts.some(({ ticket }) => ticket.id === ticketId)) void refetch()
  }
  useEvent(ticketRead, ({ ticketId }) => follow(ticketId))
  useEvent(ticketUpdated, ({ ticket }) => follow(ticket.id))
  useEvent(ticketDeleted, ({ ticketId }) => follow(ticketId))
  useEvent(escalationsSeen, ({ ids }) =>
    client.setQueryData(
      escalationQuery.queryKey,
      (before) => before && { ...before, alerts: before.alerts.filter(({ ticket }) => !ids.includes(ticket.id)) },
    ),
  )
  return (
    <Bell
      words={t('escalationBell.count', { count: alerts.length })}
      count={alerts.length}
      icon={<EyeOff />}
      isFleeting
    >
      {(close) => <Alerts alerts={alerts} onGo={close} />}
    </Bell>
  )
}

function Alerts({ alerts, onGo }: { alerts: readonly EscalationAlert[]; onGo(): void }) {
  const t = useText()
  const navigate = useNavigate()
  const see = (ids: readonly number[]) => void seeEscalations(ids).catch(toast.failure)
  const go = ({ ticket }: EscalationAlert) => {
    onGo()
    see([ticket.id])
    void navigate({ to: '/tickets/{-$ticketId}', params: { ticketId: ticket.uuid } })
  }
  return (
    <BellList
      icon={<EyeOff />}
      title={t('escalationBell.title')}
      none={t('escalationBell.none')}
      allSeen={t('escalationBell.allSeen')}
      onSeen={see}
      items={alerts.map((one) => ({
        id: one.ticket.id,
        title: one.contact.name,
        text: one.user
          ? t('escalationBell.by', { user: one.user.name, minutes: one.minutes })
          : t('escalationBell.waits', { queue: one.queue?.name ?? '', minutes: one.minutes }),
        at: one.raisedAt,
        open: t('escalationBell.open', one.contact),
        seen: t('escalationBell.seen', one.contact),
        onOpen: () => go(one),
      }))}
    />
  )
}
