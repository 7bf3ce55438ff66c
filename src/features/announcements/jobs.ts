import { defineServerJob } from '../../platform/jobs'
import { defineService, type Services } from '../../platform/module'
import { announceChanges, announceTimes, listStored } from './actions'
import type { StoredAnnouncement } from './tables'

declare module '../../platform/module' {
  interface Services {
    /** When the server looked last. A page that connects later asks for everything. */
    readonly announcementsLooked: { at: number; rows: readonly StoredAnnouncement[] | undefined }
  }
}

export const announcementsLooked = defineService('announcementsLooked', {
  create: ({ clock }) => ({ at: clock(), rows: undefined }),
})

/** Announcements whose time begins or ends appear in the bell and leave it. */
const times = defineServerJob<Services>({
  name: 'announcements.times',
  every: '*/15 * * * * *',
  runsAt: 'node',
  run(services) {
    const now = services.clock()
    const looked = services.announcementsLooked
    announceTimes(services, looked.at, now)
    looked.at = now
    if (services.databases.isControlHere()) looked.rows = undefined
    else looked.rows = announceChanges(services, looked.rows ?? listStored(services.databases.control), now)
  },
})

export const announcementJobs = [times]
