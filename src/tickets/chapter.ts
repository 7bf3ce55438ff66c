import { Elysia } from 'elysia'
import type { Module } from '../platform/module'
import { automaticMessages, welcome } from './automatic-messages'
import { ticketErrors } from './errors'
import { ticketJobs } from './jobs'
import { createPageEnds } from './list'
import { logUsername } from './log/usernames'
import { answerers } from './messages/receiving/answerers'
import { outOfHours } from './out-of-hours'
import { openTicketRoutes, ticketLogRoutes, ticketRoutes } from './routes'
import { mergeFiles } from './stored-files'
import { stretchSubscribers } from './stretches'

export const tickets = {
  name: 'tickets',
  routes: (http, server) =>
    new Elysia()
      .use(ticketRoutes(http, createPageEnds()))
      .use(ticketLogRoutes(http, server))
      .use(openTicketRoutes(http)),
  jobs: ticketJobs,
  errors: ticketErrors,
  storedFiles: mergeFiles,
  subscribers: [...automaticMessages, ...stretchSubscribers, logUsername],
  fills: [answerers.filledWith(outOfHours, welcome)],
} satisfies Module
