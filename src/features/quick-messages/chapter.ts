import { Elysia } from 'elysia'
import type { Module } from '../../platform/module'
import { samples } from '../../tenancy/lifecycle'
import { quickMessageSubscribers } from './actions'
import { manageGeneral } from './contract'
import { quickMessageErrors } from './errors'
import { quickMessageRoutes, sendQuickMessageRoutes } from './routes'
import { addSampleQuickMessages } from './sample'
import { quickMessageFiles } from './stored-files'

export const quickMessages = {
  name: 'quick-messages',
  routes: (http, server) => new Elysia().use(quickMessageRoutes(http, server)).use(sendQuickMessageRoutes(http)),
  permissions: [manageGeneral],
  errors: quickMessageErrors,
  subscribers: quickMessageSubscribers,
  storedFiles: quickMessageFiles,
  fills: [samples.filledWith(addSampleQuickMessages)],
} satisfies Module
