import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { announcementSubscribers } from './actions'
import { announcementErrors } from './errors'
import { announcementRoutes } from './routes'
import { addSampleAnnouncements } from './sample'

export const announcements = {
  name: 'announcements',
  routes: announcementRoutes,
  errors: announcementErrors,
  subscribers: announcementSubscribers,
  fills: [samples.filledWith(addSampleAnnouncements)],
} satisfies Module
