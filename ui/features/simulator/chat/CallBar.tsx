import { Phone } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../../shared/i18n/useText'

/** Seconds until the caller gives up. */
export const RINGS = 15

/** A ringing call. Nobody can answer it: attendants answer in writing. */
export function CallBar({ name, onEnd }: { name: string; onEnd(): void }) {
  const t = useText()
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const timer = setTimeout(() => end(), RINGS * 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p className="handset-news handset-call" role="status">
      <Phone />
      {t('simulator.call.ringing', { name })}
    </p>
  )
}
