import { Elysia } from 'elysia'
import { movers } from '../moving-in/mover'
import { backlogs } from '../platform/backlogs'
import type { Module } from '../platform/module'
import type { StoredFileColumn } from '../platform/stored-files'
import { autoResponders } from './auto-responders'
import { ticketFilters } from './fields'
import { downloadBacklog } from './media/backlog'
import { messageJobs } from './message-jobs'
import { mediaRoutes, messageCountRoutes, messageRoutes } from './message-routes'
import { messageMover } from './moving-in/move-messages'
import { ticketFinisher } from './moving-in/ticket-movers'
import { refuseAudio } from './receiving/refuse-audio'
import { messageSearchRoutes } from './search-routes'

/** Without its file, a message shows that the download failed. */
const messageFiles: readonly StoredFileColumn[] = [
  {
    table: 'messages',
    column: 'media',
    path: '$.file',
    where: 'media IS NOT NULL',
    cleared: `media = json_set(media, '$.file', NULL, '$.state', 'failed', '$.failure', 'unavailable')`,
  },
]

export const messages = {
  name: 'messages',
  routes: (http, server) =>
    new Elysia()
      .use(messageSearchRoutes(http, server.membersOf(ticketFilters)))
      .use(messageRoutes(http, server))
      .use(messageCountRoutes(http))
      .use(mediaRoutes(http, server)),
  jobs: messageJobs,
  storedFiles: messageFiles,
  fills: [
    autoResponders.filledWith(refuseAudio),
    backlogs.filledWith(downloadBacklog),
    movers.filledWith(messageMover, ticketFinisher),
  ],
} satisfies Module
