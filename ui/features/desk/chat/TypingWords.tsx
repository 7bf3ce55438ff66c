import { useAtomValue } from 'jotai/react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { onlineAtom, typingAtom } from '../presence/presence'

/** Whether the contact is typing, recording or online. */
export function TypingWords({ ticket: { id, isGroup } }: { ticket: Pick<TicketSummary, 'id' | 'isGroup'> }) {
  const t = useText()
  const typing = useAtomValue(typingAtom(id))
  const isOnline = useAtomValue(onlineAtom(id)) && !isGroup
  if (!typing && !isOnline) return null
  return (
    <>
      <span className="typing">{t(typing ? `tickets.${typing}` : 'tickets.presentNow')}</span> ·{' '}
    </>
  )
}
