import { operatorActs } from '../../audit/visibility'
import { movers } from '../../moving-in/mover'
import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { deletedWithUser } from '../../users/belongings'
import { storeReaders } from './control-writes'
import { announcementErrors } from './errors'
import { announcementJobs, announcementsLooked } from './jobs'
import { announcementMover } from './move-in'
import { announcementRoutes } from './routes'
import { addSampleAnnouncements } from './sample'

export const announcements = {
  name: 'announcements',
  routes: announcementRoutes,
  errors: announcementErrors,
  services: [announcementsLooked],
  jobs: announcementJobs,
  controlWrites: [storeReaders],
  /** Deletes the read marks of deleted users. */
  subscribers: [deletedWithUser('announcement_reads')],
  fills: [
    operatorActs.filledWith({ kind: 'announcement' }),
    samples.filledWith(addSampleAnnouncements),
    movers.filledWith(announcementMover),
  ],
} satisfies Module
