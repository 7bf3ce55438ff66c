import { Elysia } from 'elysia'
import type { Chapter } from '../chapter'
import { automaticMessages, welcome } from './automatic-messages'
import { ticketJobs } from './jobs'
import { createPageEnds } from './list'
import { outOfHours } from './out-of-hours'
import { openTicketRoutes, ticketLogRoutes, ticketRoutes } from './routes'
import { mergeFiles } from './stored-files'

export const tickets = {
  name: 'tickets',
  routes: (http) =>
    new Elysia().use(ticketRoutes(http, createPageEnds())).use(ticketLogRoutes(http)).use(openTicketRoutes(http)),
  jobs: ticketJobs,
  storedFiles: mergeFiles,
  subscribers: automaticMessages,
  answerers: [outOfHours, welcome],
} satisfies Chapter
