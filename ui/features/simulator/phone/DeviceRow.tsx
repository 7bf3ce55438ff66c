import { Monitor, MonitorX } from 'lucide-react'
import type { DeviceView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { classes } from '../../../shared/kit/classes'
import { useNow } from '../../../shared/kit/useNow'

export function DeviceRow({ device, onRemove }: { device: DeviceView; onRemove(): void }) {
  const t = useText()
  const format = useFormat()
  const now = useNow(15_000)
  const { name, connected, lastSeenAt, pending } = device
  return (
    <div className="handset-row">
      {connected ? <Monitor /> : <MonitorX />}
      <span className="two min-w-0">
        <b className="truncate">{name}</b>
        <small className={classes('whitespace-normal!', connected && 'text-success-ink!')}>
          {connected ? t('simulator.activeNow') : t('simulator.lastSeen', { when: format.ago(lastSeenAt, now) })}
          {pending > 0 && ` · ${t('simulator.pending', { count: pending })}`}
        </small>
      </span>
      <Button size="xs" tone="ghost" className="ml-auto text-error-ink" onClick={onRemove}>
        {t('simulator.removeDevice')}
      </Button>
    </div>
  )
}
