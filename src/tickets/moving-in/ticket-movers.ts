/** Takes over tickets before their messages, and finishes their rows behind them. */
import type { Mover } from '../../moving-in/mover'
import { finishTickets } from './finish'
import { moveTicketLogs, moveTrackings } from './history'
import { moveTickets } from './tickets'

export const ticketMover: Mover = {
  name: 'tickets',
  async move(move) {
    await moveTickets(move)
    await moveTrackings(move)
    await moveTicketLogs(move)
  },
}

/** Behind the messages. */
export const ticketFinisher: Mover = { name: 'tickets.finish', move: finishTickets }
