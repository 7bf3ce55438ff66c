import type { MessageView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { Face } from '../../../shared/kit/Face'
import { Tick } from '../chat/Tick'
import { useDirectory, whoIs } from '../directory'

/** The receipts of one's own message per group member. */
export function ReceiptsDialog({ message, onClose }: { message: MessageView; onClose(): void }) {
  const t = useText()
  const format = useFormat()
  const directory = useDirectory()
  return (
    <Dialog open onClose={onClose} size="sm" title={t('simulator.act.receipts')}>
      <ul className="dialog-body">
        {message.receipts.map(({ phone, deliveredAt, readAt }) => {
          const name = whoIs(phone, directory)
          const at = readAt ?? deliveredAt
          return (
            <li key={phone} className="shelf-row">
              <Face name={name} size={1.75} />
              <b className="min-w-0 flex-1 truncate">{name}</b>
              {at && <time className="text-xs text-faint">{format.time(at)}</time>}
              <Tick ack={readAt ? 4 : deliveredAt ? 3 : 2} />
            </li>
          )
        })}
        {message.receipts.length === 0 && <li className="text-sm text-muted">{t('simulator.noReceipts')}</li>}
      </ul>
    </Dialog>
  )
}
