import { useQueryClient } from '@tanstack/react-query'
import type { TicketSummary } from '../../../src/tickets/contract'
import { useText } from '../../shared/i18n/useText'
import { toast } from '../../shared/kit/toast'
import { changeLists } from '../../shared/live/live-query'
import { contactName } from '../contacts/names'
import { undoTransfer } from '../desk/api'
import { useMoveTicket } from '../desk/moves/useMoveTicket'
import { refusalText } from '../messages/refusal'
import { moveToLane } from '../tags/api'
import { type Lane, type Lanes, laneOf } from './spec'

/** Moves a card to another lane: shown at once, with an undo, and reverted with the reason if refused. */
export function useMoveCard(lanes: Lanes, shown: readonly Lane[]) {
  const t = useText()
  const client = useQueryClient()
  const { move } = useMoveTicket()
  const offerUndo = (moved: Promise<unknown>, card: TicketSummary, to: number, undo: () => Promise<unknown>) => {
    const name = contactName(card)
    const lane = shown.find(({ id }) => id === to)?.name ?? ''
    const refused = (failure: unknown) =>
      toast.error(t('tickets.moveRefused', { name, reason: refusalText(t, failure) }))
    toast.undoOf(moved, t('kanban.moved', { name, lane }), () => void undo().catch(refused))
  }
  const toTag = (card: TicketSummary, id: number) =>
    moveToLane(client, card, lanes.tags.find((tag) => tag.id === id) ?? null, lanes.tags)

  return (card: TicketSummary, to: number): void => {
    const from = laneOf(card, lanes)
    if (from === to) return
    if (lanes.kind === 'tags') {
      const moved = toTag(card, to)
      offerUndo(moved, card, to, () => toTag(card, from))
      moved.catch((failure) =>
        toast.error(t('tickets.moveRefused', { name: contactName(card), reason: refusalText(t, failure) })),
      )
      return
    }
    const queue = lanes.queues.find(({ id }) => id === to)
    if (!queue) return
    const { id, name, color } = queue
    const moved = move({
      ticket: card,
      body: { queueId: to },
      after: { queueId: to, queue: { id, name, color }, isBot: false },
    })
    offerUndo(moved, card, to, async () => {
      changeLists<TicketSummary>(client, ['tickets'], { put: await undoTransfer(card.id) })
      void client.invalidateQueries({ queryKey: ['counters'] })
    })
  }
}
