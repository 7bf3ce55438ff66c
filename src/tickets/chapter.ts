import { Elysia } from 'elysia'
import { afterLeaving } from '../access/actions'
import type { Module } from '../platform/module'
import { beforeQueueRemoval } from '../queues/events'
import { automaticMessages, welcome } from './automatic-messages'
import { ticketErrors } from './errors'
import { ticketFilters } from './fields'
import { ticketJobs } from './jobs'
import { createPageEnds } from './list'
import { logUsername } from './log/usernames'
import { answerers } from './messages/receiving/answerers'
import { outOfHours } from './out-of-hours'
import { detachClosedTickets, logQueueRemoval } from './remove-queue'
import { returnTicketsOf } from './return-tickets'
import { openTicketRoutes, ticketLogRoutes, ticketRoutes } from './routes'
import { mergeFiles } from './stored-files'
import { stretchSubscribers } from './stretches'

export const tickets = {
  name: 'tickets',
  routes: (http, server) =>
    new Elysia()
      .use(ticketRoutes(http, createPageEnds(), server.membersOf(ticketFilters)))
      .use(ticketLogRoutes(http, server))
      .use(openTicketRoutes(http)),
  jobs: ticketJobs,
  errors: ticketErrors,
  storedFiles: mergeFiles,
  subscribers: [...automaticMessages, ...stretchSubscribers, logUsername, logQueueRemoval],
  fills: [
    beforeQueueRemoval.filledWith(detachClosedTickets),
    afterLeaving.filledWith(returnTicketsOf),
    answerers.filledWith(outOfHours, welcome),
  ],
} satisfies Module
