import { Pencil, Trash2 } from 'lucide-react'
import type { QueueDetail } from '../../../src/queues/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { QueueChip } from '../../shared/kit/QueueChip'
import { useFlash } from '../../shared/kit/useFlash'
import type { Open } from './QueueDialogs'

export function QueueRow({ queue, open }: { queue: QueueDetail; open: Open }) {
  const t = useText()
  const { number } = useFormat()
  const { id, name, color, orderQueue, figures } = queue
  return (
    <tr className={useFlash(`${name} ${color} ${orderQueue} ${figures?.people}`)}>
      <td className="lead">
        <QueueChip queue={queue} />
      </td>
      <td className="num" data-label={t('queues.column.order')}>
        {number(orderQueue)}
      </td>
      <td className="num" data-label={t('queues.column.people')}>
        {figures && (figures.people > 0 ? number(figures.people) : t('queues.nobody'))}
      </td>
      <td className="num" data-label={t('queues.column.tickets')}>
        {figures && number(figures.activeTickets)}
      </td>
      <td>
        <span className="row-actions">
          <IconButton label={t('queues.edit', { name })} onClick={() => open({ what: 'edit', id })}>
            <Pencil />
          </IconButton>
          <IconButton label={t('queues.remove', { name })} onClick={() => open({ what: 'delete', id })}>
            <Trash2 />
          </IconButton>
        </span>
      </td>
    </tr>
  )
}
