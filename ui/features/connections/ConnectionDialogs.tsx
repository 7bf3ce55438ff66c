import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { ConnectionForm } from './ConnectionForm'
import { DeleteDialog } from './DeleteDialog'
import { DisconnectDialog } from './DisconnectDialog'
import { PairDialog } from './pair/PairDialog'
import { RestartDialog } from './RestartDialog'

/** Which dialog is open. */
export type Opened =
  | null
  | { what: 'create' }
  | { what: 'restart' }
  | { what: 'edit' | 'delete' | 'disconnect' | 'pair'; id: number }
export type Open = (next: Opened) => void

/** The dialogs, one at a time; deleting the connection elsewhere closes its dialog. */
export function ConnectionDialogs({
  list,
  opened,
  open,
}: {
  list: readonly ConnectionSummary[]
  opened: Opened
  open: Open
}) {
  const close = () => open(null)
  if (!opened) return null
  if (opened.what === 'create')
    return <ConnectionForm isFirst={list.length === 0} onClose={close} onCreated={(id) => open({ what: 'pair', id })} />
  if (opened.what === 'restart') return <RestartDialog onClose={close} />
  const connection = list.find((one) => one.id === opened.id)
  if (!connection) return null
  switch (opened.what) {
    case 'edit':
      return <ConnectionForm connection={connection} isFirst={false} onClose={close} />
    case 'delete':
      return <DeleteDialog connection={connection} onClose={close} />
    case 'disconnect':
      return <DisconnectDialog connection={connection} onClose={close} />
    case 'pair':
      return <PairDialog connection={connection} onClose={close} />
  }
}
