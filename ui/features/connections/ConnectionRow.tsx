import { Pencil, Trash2 } from 'lucide-react'
import type { ConnectionSummary } from '../../../src/channels/connections/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Ago } from '../../shared/kit/Ago'
import { ChannelIcon } from '../../shared/kit/ChannelIcon'
import { IconButton } from '../../shared/kit/IconButton'
import { StatusDot } from '../../shared/kit/StatusDot'
import { useFlash } from '../../shared/kit/useFlash'
import { useMay } from '../../shared/session/useUser'
import type { Open } from './ConnectionDialogs'
import { ImportProgress } from './ImportProgress'
import { SessionAction } from './SessionAction'
import { explain, lookOf } from './status'

export function ConnectionRow({ connection, open }: { connection: ConnectionSummary; open: Open }) {
  const t = useText()
  const format = useFormat()
  const may = useMay()
  const { id, name, channel, number, status, isDefault, updatedAt } = connection
  return (
    <tr className={useFlash(`${status} ${name}`)}>
      <td className="lead">
        <span className="person">
          <ChannelIcon channel={channel} size="lg" />
          <span className="two">
            <span>
              {name} {isDefault && <span className="default-mark">{t('connections.default')}</span>}
            </span>
            <small>{number ? format.phone(number) : t('connections.unlinked')}</small>
          </span>
        </span>
      </td>
      <td>
        <span className="state-two">
          <StatusDot tone={lookOf(connection).tone}>{t(`connections.status.${status}`)}</StatusDot>
          <small>{explain(t, format, connection)}</small>
          {connection.statusImportMessages && (
            <span className="col-start-2">
              <ImportProgress connection={connection} />
            </span>
          )}
        </span>
      </td>
      <td>{may('connections-page:actionButtons') && <SessionAction connection={connection} open={open} />}</td>
      <td>
        <Ago at={updatedAt} />
      </td>
      <td>
        {may('connections-page:editOrDeleteConnection') && (
          <span className="row-actions">
            <IconButton label={t('connections.edit', { name })} onClick={() => open({ what: 'edit', id })}>
              <Pencil />
            </IconButton>
            <IconButton label={t('connections.remove', { name })} onClick={() => open({ what: 'delete', id })}>
              <Trash2 />
            </IconButton>
          </span>
        )}
      </td>
    </tr>
  )
}
