import { useMutation } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { isMeta } from '../../../src/channels/acts'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { useNow } from '../../shared/kit/useNow'
import { useUser } from '../../shared/session/useUser'
import { noticeOf } from './account'
import { tryAgain } from './api'
import { lookOf } from './status'

type Props = { connection: ConnectionSummary; onOpen(dialog: 'disconnect' | 'health' | 'pair' | 'renew'): void }

/** The action offered for a connection's status. */
export function SessionAction({ connection, onOpen }: Props) {
  const t = useText()
  const now = useNow(60_000)
  const notice = noticeOf(connection, { features: useUser().company.features, now })
  const { step, action } = lookOf(connection)
  const retry = useMutation({ mutationFn: () => tryAgain(connection.id), onError: toast.failure })
  const words = t(`connections.action.${action}`)
  if (notice === 'ending')
    return (
      <Button size="sm" onClick={() => onOpen('renew')}>
        {t('connections.meta.renew')}
      </Button>
    )
  if (notice === 'RED')
    return (
      <Button size="sm" onClick={() => onOpen('health')}>
        {t('connections.action.understand')}
      </Button>
    )
  switch (step) {
    case 'wait':
      return (
        // Not `disabled`: after "try again" it has the focus, and would lose it.
        <Button size="sm" busy aria-disabled="true">
          {words}
        </Button>
      )
    case 'disconnect':
      return (
        <Button size="sm" tone="quiet" onClick={() => onOpen('disconnect')}>
          {words}
        </Button>
      )
    case 'explain':
      return (
        <Button size="sm" onClick={() => onOpen('health')}>
          {words}
        </Button>
      )
    case 'retry':
      return (
        <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate()}>
          {words}
        </Button>
      )
    case 'pair':
      return isMeta(connection.channel) ? (
        <Button size="sm" onClick={() => onOpen('renew')}>
          {words}
        </Button>
      ) : (
        <Button size="sm" icon={action === 'goOn' ? undefined : <QrCode />} onClick={() => onOpen('pair')}>
          {words}
        </Button>
      )
  }
}
