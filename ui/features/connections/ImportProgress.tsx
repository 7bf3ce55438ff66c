import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { JobProgress } from '../../shared/kit/JobProgress'
import { useMay } from '../../shared/session/useUser'
import { stopImport } from './api'

/** Progress or result of an import of old messages. */
export function ImportProgress({ connection }: { connection: Pick<ConnectionSummary, 'id' | 'statusImportMessages'> }) {
  const t = useText()
  const format = useFormat()
  const may = useMay()
  const progress = connection.statusImportMessages
  if (!progress) return null
  const { state, percent, messages, tickets, contacts, skipped, reason } = progress
  const why = reason && t.find(`connections.import.reason.${reason}`)
  const counters = {
    messages: format.number(messages),
    tickets: format.number(tickets),
    contacts: format.number(contacts),
    skipped: format.number(skipped),
  }
  return (
    <JobProgress
      label={t('connections.import.title')}
      job={{ state, done: percent, total: 100 }}
      words={
        <>
          {t(`connections.import.state.${state}`, { percent: format.number(percent), messages: counters.messages })}{' '}
          {why ? `${why} ` : ''}
          {state !== 'waiting' && state !== 'running' && t('connections.import.counters', counters)}
        </>
      }
      stop={t('connections.import.stop')}
      onStop={may('connections-page:editOrDeleteConnection') && (() => stopImport(connection.id))}
    />
  )
}
