import { useCallback } from 'react'
import type { TicketSummary } from '../../../src/tickets/contract'
import { useText } from '../../shared/i18n/useText'
import { useUser } from '../../shared/session/useUser'
import { type Kind, type Lane, whyClosed, whyFixed } from './spec'

export type LaneWords = ReturnType<typeof useLaneWords>

/** Why a card stays where it is, and why a lane takes none, in the user's language. */
export function useLaneWords(kind: Kind, shown: readonly Lane[]) {
  const t = useText()
  const user = useUser()
  const nameOf = (laneId: number) => shown.find(({ id }) => id === laneId)?.name ?? ''
  const fixed = useCallback(
    (card: TicketSummary): string | null => {
      const why = whyFixed(card, user, kind)
      if (why === null) return null
      return why === 'queue'
        ? t('kanban.notYours', { name: card.queue?.name ?? '' })
        : t('kanban.colleague', { name: card.user?.name ?? '' })
    },
    [user, kind, t],
  )
  const closed = (laneId: number): string | null => {
    const why = whyClosed(laneId, kind, user)
    if (why === null) return null
    return why === 'none' ? t('kanban.keepsQueue') : t('kanban.notYours', { name: nameOf(laneId) })
  }
  return { nameOf, fixed, closed }
}
