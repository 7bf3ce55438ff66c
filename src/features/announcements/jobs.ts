import { defineServerJob } from '../../platform/jobs'
import { defineService, type Services } from '../../platform/module'
import { announceTimes } from './actions'

declare module '../../platform/module' {
  interface Services {
    /** When the server looked last. A page that connects later asks for everything. */
    readonly announcementsLooked: { at: number }
  }
}

export const announcementsLooked = defineService('announcementsLooked', { create: ({ clock }) => ({ at: clock() }) })

/** Announcements whose time begins or ends appear in the bell and leave it. */
const times = defineServerJob<Services>({
  name: 'announcements.times',
  every: '*/15 * * * * *',
  runsAt: 'node',
  run(services) {
    const now = services.clock()
    announceTimes(services, services.announcementsLooked.at, now)
    services.announcementsLooked.at = now
  },
})

export const announcementJobs = [times]
