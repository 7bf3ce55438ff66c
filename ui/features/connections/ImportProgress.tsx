import { useMutation } from '@tanstack/react-query'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { useMay } from '../../shared/session/useUser'
import { stopImport } from './api'

/** Progress or result of an import of old messages. */
export function ImportProgress({ connection }: { connection: Pick<ConnectionSummary, 'id' | 'statusImportMessages'> }) {
  const t = useText()
  const format = useFormat()
  const may = useMay()
  const stop = useMutation({ mutationFn: () => stopImport(connection.id), onError: toast.failure })
  const progress = connection.statusImportMessages
  if (!progress) return null
  const { state, percent, messages, tickets, contacts, skipped, reason } = progress
  const isUnderWay = state === 'waiting' || state === 'running'
  const why = reason && t.find(`connections.import.reason.${reason}`)
  return (
    <span className="grid max-w-[27rem] justify-items-start gap-1">
      {isUnderWay && (
        <progress
          className="progress progress-primary"
          aria-label={t('connections.import.title')}
          {...(state === 'running' ? { value: percent, max: 100 } : {})}
        />
      )}
      <small className="whitespace-normal text-xs text-faint">
        {t(`connections.import.state.${state}`, { percent: format.number(percent) })} {why ? `${why} ` : ''}
        {state !== 'waiting' &&
          t('connections.import.figures', {
            messages: format.number(messages),
            tickets: format.number(tickets),
            contacts: format.number(contacts),
            skipped: format.number(skipped),
          })}
      </small>
      {isUnderWay && may('connections-page:editOrDeleteConnection') && (
        <Button size="xs" tone="ghost" busy={stop.isPending} onClick={() => stop.mutate()}>
          {t('connections.import.stop')}
        </Button>
      )}
    </span>
  )
}
