import { useQuery } from '@tanstack/react-query'
import type { TicketLogEntry } from '../../../../src/tickets/contract'
import type { Text } from '../../../shared/i18n/translate'
import { useText } from '../../../shared/i18n/useText'
import { lifeOf } from '../../messages/rules/life'
import { queuesQuery } from '../../queues/api'
import { callOutcome, groupDetail, groupLine } from '../rules/log'

/** One line of the log as a sentence: what, to whom, by whom. */
export function LogWords({ entry }: { entry: TicketLogEntry }) {
  const t = useText()
  const { what, detail, by } = useWords(t, entry)
  return (
    <>
      {what}
      {detail && (
        <>
          <span className="text-muted"> · </span>
          <bdi className="break-words text-muted">{detail}</bdi>
        </>
      )}
      {by && <span className="block text-xs text-faint">{by}</span>}
    </>
  )
}

type Words = { readonly what: string; readonly detail: string; readonly by: string | null }

function useWords(t: Text, { kind, data, user }: TicketLogEntry): Words {
  const queueSet = useQuery(queuesQuery).data?.find(({ id }) => id === data.queueId)?.name
  const by = user?.name ?? null
  switch (kind) {
    case 'groupChanged':
      return groupWords(t, data)
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
      return { what: t('tickets.log.closed'), detail: hours > 0 ? t('tickets.log.idle', { count: hours }) : '', by }
    }
    default: {
      const target = [data.user, data.queue ?? queueSet, data.connection].filter(Boolean).join(' · ')
      return { what: t(`tickets.log.${kind}`), detail: target, by }
    }
  }
}

function groupWords(t: Text, data: TicketLogEntry['data']): Words {
  const { words, more, us, by } = groupDetail(data)
  const parts = [words, more > 0 && t('tickets.log.more', { count: more }), us && t('tickets.log.us')]
  const what = t(`tickets.log.group.${groupLine(data)}`)
  // The author is the member who left, and is named already.
  return { what, detail: parts.filter(Boolean).join(', '), by: by === words ? null : by }
}

function lifeWords(t: Text, seconds: number): string {
  const { unit, count } = lifeOf(seconds)
  return unit === null ? t('tickets.log.lifeOff') : t(`messages.life.${unit}`, { count })
}
