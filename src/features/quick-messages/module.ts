import { Elysia } from 'elysia'
import { movers } from '../../moving-in/mover'
import type { Module } from '../../platform/module'
import { mediaColumn } from '../../platform/stored-files'
import { samples } from '../../tenancy/lifecycle'
import { quickMessageCounts } from '../../users/belongings'
import { quickMessageSubscribers } from './actions'
import { manageGeneral } from './contract'
import { quickMessageErrors } from './errors'
import { quickMessageMover } from './move-in'
import { countPrivate } from './queries'
import { quickMessageRoutes, sendQuickMessageRoutes } from './routes'
import { addSampleQuickMessages } from './sample'

export const quickMessages = {
  name: 'quick-messages',
  routes: (http, server) => new Elysia().use(quickMessageRoutes(http, server)).use(sendQuickMessageRoutes(http)),
  permissions: [manageGeneral],
  errors: quickMessageErrors,
  subscribers: quickMessageSubscribers,
  storedFiles: [mediaColumn('quick_messages')],
  fills: [
    samples.filledWith(addSampleQuickMessages),
    quickMessageCounts.filledWith(countPrivate),
    movers.filledWith(quickMessageMover),
  ],
} satisfies Module
