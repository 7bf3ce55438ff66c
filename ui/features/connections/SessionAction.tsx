import { useMutation } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { tryAgain } from './api'
import type { Open } from './ConnectionDialogs'
import { lookOf } from './status'

/** The action offered for a connection's status. */
export function SessionAction({ connection, open }: { connection: ConnectionSummary; open: Open }) {
  const t = useText()
  const { id } = connection
  const { step, action } = lookOf(connection)
  const retry = useMutation({ mutationFn: () => tryAgain(id), onError: toast.failure })
  const words = t(`connections.action.${action}`)
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
        <Button size="sm" tone="quiet" onClick={() => open({ what: 'disconnect', id })}>
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
      return (
        <Button size="sm" icon={action === 'how' ? undefined : <QrCode />} onClick={() => open({ what: 'pair', id })}>
          {words}
        </Button>
      )
  }
}
