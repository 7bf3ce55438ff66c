import { defineServerJob } from '../../platform/jobs'
import type { Services } from '../../platform/module'
import { announceTimes } from './actions'

/** When each server looked last. A page that connects later asks for everything. */
const looked = new WeakMap<object, number>()

/** Announcements whose time begins or ends appear in the bell and leave it. */
const times = defineServerJob<Services>({
  name: 'announcements.times',
  every: '*/15 * * * * *',
  run(services) {
    const { databases, clock } = services
    const now = clock()
    announceTimes(services, looked.get(databases) ?? now, now)
    looked.set(databases, now)
  },
})

export const announcementJobs = [times]
