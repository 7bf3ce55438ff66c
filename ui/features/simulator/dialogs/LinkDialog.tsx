import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Dialog } from '../../../shared/kit/Dialog'
import { LinkByCode } from './LinkByCode'
import { LinkByScan } from './LinkByScan'

/** "Linked devices → Link a device", as on a real phone: scan a QR code, or type a code. */
export function LinkDialog({ phone, onClose }: { phone: PhoneView; onClose(): void }) {
  const t = useText()
  return (
    <Dialog open onClose={onClose} size="sm" title={t('simulator.link.title', { name: phone.name })}>
      <div className="dialog-body grid gap-5">
        <LinkByScan phone={phone} onDone={onClose} />
        <LinkByCode phone={phone} onDone={onClose} />
      </div>
    </Dialog>
  )
}
