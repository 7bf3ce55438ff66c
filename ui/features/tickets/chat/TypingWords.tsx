import { useAtomValue } from 'jotai/react'
import { useText } from '../../../shared/i18n/useText'
import { typingAtom } from '../state'

export function TypingWords({ ticketId }: { ticketId: number }) {
  const t = useText()
  const typing = useAtomValue(typingAtom(ticketId))
  if (!typing) return null
  return (
    <>
      <span className="typing">{t(`tickets.${typing}`)}</span> ·{' '}
    </>
  )
}
