import { BatteryMedium, Signal, Wifi, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'
import { PhoneFace } from '../PhoneFace'
import { HandsetMenu } from './HandsetMenu'

type Props = { phone: PhoneView; icon?: ReactNode; children: ReactNode }

/** A simulated phone: its owner above, its screen below. */
export function Handset({ phone, icon, children }: Props) {
  const t = useText()
  const format = useFormat()
  const { name, role, online } = phone
  return (
    <article className="rig" id={rigId(phone)} aria-label={t(`simulator.phoneOf.${role}`, { name })}>
      <header className="rig-label flex items-center gap-2 flex-none h-10 mb-2 pl-1.5 pr-0 type-sm">
        <PhoneFace name={name} size={1.75} icon={icon} picture={phone.picture} />
        <span className="two min-w-0 flex-1">
          <b className="truncate">{name}</b>
          <small className="truncate">
            {format.phone(phone.phone)} · <Condition phone={phone} />
          </small>
        </span>
        <HandsetMenu phone={phone} />
      </header>
      <div className="handset" data-off={online ? undefined : ''}>
        <StatusBar online={online} />
        {children}
      </div>
    </article>
  )
}

export const rigId = ({ phone }: Pick<PhoneView, 'phone'>): string => `rig-${phone}`

function Condition({ phone }: { phone: PhoneView }) {
  const t = useText()
  const format = useFormat()
  const { banned, restrictedUntil, role } = phone
  if (banned) return <span className="text-error-ink">{t('simulator.banned')}</span>
  if (restrictedUntil) {
    return (
      <span
        className="text-warning-ink"
        title={t('simulator.restrictedUntil', { until: format.dateTime(restrictedUntil) })}
      >
        {t('simulator.restricted')}
      </span>
    )
  }
  return t(`simulator.role.${role}`)
}

/** The phone's status bar; it also says that the phone is simulated. */
function StatusBar({ online }: { online: boolean }) {
  const t = useText()
  const format = useFormat()
  const now = useNow(15_000)
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-center flex-none h-6.5 px-4 bg-base-100 type-2xs font-semibold tabular-nums">
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
