import { ScanQrCode } from 'lucide-react'
import { useState } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Dialog } from '../../../shared/kit/Dialog'
import { LinkByCode } from '../dialogs/LinkByCode'
import { LinkByScan } from '../dialogs/LinkByScan'
import { useCommand } from '../useCommand'
import { DeviceRow } from './DeviceRow'
import { PhonePasskey } from './PhonePasskey'

/** The devices linked to a company phone. */
export function Devices({ phone }: { phone: PhoneView }) {
  const t = useText()
  const run = useCommand()
  const [linking, setLinking] = useState(false)
  return (
    <>
      <p className="handset-title">{t('simulator.devices')}</p>
      {phone.devices.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          onRemove={() => run.mutate({ do: 'removeDevice', phone: phone.phone, device: device.id })}
        />
      ))}
      {phone.devices.length === 0 && <p className="py-1 text-xs text-muted">{t('simulator.noDevices')}</p>}
      <Button size="sm" icon={<ScanQrCode />} className="my-2 self-start" onClick={() => setLinking(true)}>
        {t('simulator.connect')}
      </Button>
      <PhonePasskey phone={phone} />
      {linking && <LinkDialog phone={phone} onClose={() => setLinking(false)} />}
    </>
  )
}

/** "Linked devices → Link a device", as on a real phone: scan a QR code, or type a code. */
function LinkDialog({ phone, onClose }: { phone: PhoneView; onClose(): void }) {
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
