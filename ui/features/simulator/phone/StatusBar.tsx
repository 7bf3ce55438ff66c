import { BatteryMedium, Signal, Wifi, WifiOff } from 'lucide-react'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'

/** The phone's status bar; it also says that the phone is simulated. */
export function StatusBar({ online }: { online: boolean }) {
  const t = useText()
  const format = useFormat()
  const now = useNow(15_000)
  return (
    <div className="handset-status">
      <time>{format.time(now)}</time>
      <span className="handset-mark">{t('simulator.mark')}</span>
      <span className="handset-signs" aria-hidden="true">
        <Signal />
        {online ? <Wifi /> : <WifiOff />}
        <BatteryMedium />
      </span>
    </div>
  )
}
