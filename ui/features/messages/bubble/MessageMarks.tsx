import { Forward, Timer, View } from 'lucide-react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { lifeOf } from '../rules/kinds'

/** MessageMarks above a message: forwarded, view once. */
export function MessageMarks({ message: { extra, mediaType } }: { message: Message }) {
  const t = useText()
  const isOnce = extra?.viewOnce && mediaType !== 'viewOnce'
  if (!extra?.forwarded && !isOnce) return null
  return (
    <span className="bubble-mark">
      {extra.forwarded && (
        <span>
          <Forward />
          {t(`messages.forwarded.${extra.forwarded}`)}
        </span>
      )}
      {isOnce && (
        <span>
          <View />
          {t('messages.viewOnce')}
        </span>
      )}
    </span>
  )
}

/** Disappears from the phones, but stays here. */
export function Vanishing({ seconds }: { seconds: number }) {
  const t = useText()
  const { unit, count } = lifeOf(seconds)
  const label =
    unit === null
      ? t('messages.vanishes')
      : t('messages.vanishesAfter', { time: t(`messages.life.${unit}`, { count }) })
  return (
    <span role="img" aria-label={label} title={label}>
      <Timer />
    </span>
  )
}
