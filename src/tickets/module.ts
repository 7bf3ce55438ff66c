import { Elysia } from 'elysia'
import { movers } from '../moving-in/mover'
import type { Module } from '../platform/module'
import type { StoredFileColumn } from '../platform/stored-files'
import { beforeQueueRemoval } from '../queues/events'
import { afterLeaving } from '../users/actions'
import { autoResponders } from './auto-responders'
import { ticketErrors } from './errors'
import { ticketFields, ticketFilters } from './fields'
import { ticketJobs } from './jobs'
import { createPageEnds } from './lists/list'
import { accessLog } from './log/access'
import { ticketLogKinds } from './log/kinds'
import { logUsername } from './log/usernames'
import { fileRounds } from './media/unneeded'
import { automaticMessages, welcome } from './moves/automatic-messages'
import { outOfHours } from './moves/out-of-hours'
import { detachClosedTickets, logQueueRemoval } from './moves/remove-queue'
import { returnTicketsOf } from './moves/return-tickets'
import { ticketMover } from './moving-in/ticket-movers'
import { openTicketRoutes, ticketLogRoutes, ticketRoutes } from './routes'
import { replyWindow, replyWindowSubscribers } from './windows/reply-window'

/** Pictures that a merge stored: if it is undone, the contacts have them again. */
const ofMerge = (side: 'contact' | 'kept'): StoredFileColumn => ({
  table: 'contact_merges',
  column: 'moved',
  path: `$.${side}.picture`,
  where: 'undone_at IS NULL',
  cleared: `moved = json_set(moved, '$.${side}.picture', NULL, '$.${side}.pictureUrl', NULL)`,
})

const mergeFiles: readonly StoredFileColumn[] = [ofMerge('contact'), ofMerge('kept')]

export const tickets = {
  name: 'tickets',
  routes: (http, server) =>
    new Elysia()
      .use(ticketRoutes(http, createPageEnds(), server.membersOf(ticketFilters)))
      .use(ticketLogRoutes(http, server))
      .use(openTicketRoutes(http)),
  services: [accessLog, fileRounds],
  jobs: ticketJobs,
  errors: ticketErrors,
  storedFiles: mergeFiles,
  subscribers: [...automaticMessages, ...replyWindowSubscribers, logUsername, logQueueRemoval],
  logKinds: ticketLogKinds,
  fills: [
    beforeQueueRemoval.filledWith(detachClosedTickets),
    afterLeaving.filledWith(returnTicketsOf),
    autoResponders.filledWith(outOfHours, welcome),
    ticketFields.filledWith(replyWindow),
    movers.filledWith(ticketMover),
  ],
} satisfies Module
