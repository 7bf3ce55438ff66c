import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai/react'
import { groupChanged } from '../../../../src/contacts/groups/contract'
import { type TicketLogEntry, type TicketSummary, ticketLogged } from '../../../../src/tickets/contract'
import { messageCreated } from '../../../../src/tickets/messages/contract'
import type { Text } from '../../../shared/i18n/translate'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Skeleton } from '../../../shared/kit/Skeleton'
import { useEvent } from '../../../shared/live/useEvent'
import { logKindsAtom } from '../../../shared/ticketLog'
import { waitSpan } from '../../../shared/waiting'
import { queuesQuery } from '../../directory/api'
import { lifeOf } from '../../messages/rules/kinds'
import { logQuery } from '../api'
import { callOutcome, groupDetail, groupLine, type LogPeriod, route, spansOf } from '../rules/log'

/** The ticket's log, newest first. */
export function TicketLog({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const cache = useQueryClient()
  // Each move, group change, call and rating adds a line.
  const log = logQuery(ticket.id, `${ticket.status} ${ticket.userId} ${ticket.queueId} ${ticket.whatsappId}`)
  const { data, error } = useQuery(log)
  const areKindsThere = useAtomValue(logKindsAtom) !== null
  const entries = areKindsThere ? data : undefined
  const again = () => void cache.invalidateQueries({ queryKey: log.queryKey })
  useEvent(groupChanged, ({ contactId }) => contactId === ticket.contactId && again())
  useEvent(ticketLogged, ({ ticketId }) => ticketId === ticket.id && again())
  // The only thing that arrives on a closed ticket is a rating.
  useEvent(messageCreated, ({ message, ticket: { status } }) => {
    if (message.ticketId === ticket.id && (message.mediaType === 'call' || status === 'closed')) again()
  })
  const spans = spansOf(entries ?? [])
  return (
    <div className="fold">
      <div className="fold-head">
        {t('tickets.log.title')} <span className="nums text-xs font-normal text-faint">#{ticket.id}</span>
      </div>
      {!entries && !error && <Skeleton className="h-12" />}
      {error && !entries && <p className="text-sm text-muted">{t('common.error.title')}</p>}
      <ol className="timeline text-sm">
        {entries?.toReversed().map((entry) => (
          <LogLine key={entry.id} entry={entry} span={spans.get(entry.id)} />
        ))}
      </ol>
    </div>
  )
}

type LineProps = { entry: TicketLogEntry; span: LogPeriod | undefined }

function LogLine({ entry, span }: LineProps) {
  const format = useFormat()
  return (
    <li className="flex items-baseline gap-2">
      <span className="min-w-0 flex-1">
        <LogWords entry={entry} span={span} />
      </span>
      <time className="text-xs text-faint" dateTime={entry.createdAt} title={format.dateTime(entry.createdAt)}>
        {format.shortDateTime(entry.createdAt)}
      </time>
    </li>
  )
}

/** A log entry as a sentence: what, to whom, by whom. */
function LogWords({ entry, span }: LineProps) {
  const t = useText()
  const { what, detail, by } = useWords(t, entry)
  const below = [by, span && spanWords(t, span)].filter(Boolean).join(' · ')
  return (
    <>
      {what}
      {detail && (
        <>
          <span className="text-muted"> · </span>
          <bdi className="break-words text-muted">{detail}</bdi>
        </>
      )}
      {below && <span className="block text-xs text-faint">{below}</span>}
    </>
  )
}

type Words = { readonly what: string; readonly detail: string; readonly by: string | null }

function useWords(t: Text, { kind, body, data, user }: TicketLogEntry): Words {
  const queueSet = useQuery(queuesQuery).data?.find(({ id }) => id === data.queueId)?.name
  const ofModule = useAtomValue(logKindsAtom)?.get(kind)
  const by = user?.name ?? null
  if (ofModule) {
    const [what, ...details] = ofModule(t, data)
    return { what, detail: details.filter(Boolean).join(' · '), by }
  }
  switch (kind) {
    case 'groupChanged':
      return groupWords(t, data)
    case 'usernameChanged':
      return { what: t('tickets.log.usernameChanged'), detail: usernameWords(t, data), by }
    case 'called': {
      const what = t(data.video ? 'messages.call.video' : 'messages.call.voice')
      const outcome = callOutcome(data)
      // The call's outcome, known later, is shown in the conversation.
      return { what, detail: outcome === 'ringing' ? '' : t(`messages.call.${outcome}`), by }
    }
    case 'disappearing':
      return { what: t('tickets.log.disappearing'), detail: lifeWords(t, Number(data.seconds ?? 0)), by }
    case 'closed': {
      const hours = Number(data.idleHours ?? 0)
      const merged = data.mergedInto ? t('moves.log.merged', { id: Number(data.mergedInto) }) : ''
      return { what: t('tickets.log.closed'), detail: hours > 0 ? t('tickets.log.idle', { count: hours }) : merged, by }
    }
    default: {
      const target = [
        route(kind === 'transferred' ? data.fromUser : null, data.user),
        route(kind === 'transferred' ? data.fromQueue : null, data.queue ?? queueSet),
        route(data.fromConnection, data.connection),
        causeWords(t, data),
      ]
      return { what: t.find(`tickets.log.${kind}`) ?? body, detail: target.filter(Boolean).join(' · '), by }
    }
  }
}

function usernameWords(t: Text, { from, to }: TicketLogEntry['data']): string {
  return route(`@${from}`, to ? `@${to}` : t('tickets.log.usernameNone')) ?? ''
}

function groupWords(t: Text, data: TicketLogEntry['data']): Words {
  const { words, more, us, by } = groupDetail(data)
  const parts = [words, more > 0 && t('tickets.log.more', { count: more }), us && t('tickets.log.us')]
  const what = t(`tickets.log.group.${groupLine(data)}`)
  // The author is the member who left, and is already named.
  return { what, detail: parts.filter(Boolean).join(', '), by: by === words ? null : by }
}

function lifeWords(t: Text, seconds: number): string {
  const { unit, count } = lifeOf(seconds)
  return unit === null ? t('tickets.log.lifeOff') : t(`messages.life.${unit}`, { count })
}

/** Why it happened automatically. */
function causeWords(t: Text, { cause, imported }: TicketLogEntry['data']): string | null {
  if (imported) return t('moves.log.imported')
  const known = causes.find((one) => one === cause)
  return known ? t(`moves.log.${known}`) : null
}
const causes = ['bot', 'noChoice', 'onlyQueue', 'unknownAnswers', 'tooFast', 'tooMany', 'tooManyMessages'] as const

function spanWords(t: Text, { is, ms }: LogPeriod): string {
  const { unit, count } = waitSpan(Math.floor(ms / 60_000))
  return t(`moves.log.${is}`, { time: t(`tickets.wait.${unit}`, { count }) })
}
