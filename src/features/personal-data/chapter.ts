import type { Module } from '../../platform/module'
import { forgetDeleted } from './forget'
import { personalDataRoutes } from './routes'

export const personalData = {
  name: 'personal-data',
  routes: personalDataRoutes,
  subscribers: [forgetDeleted],
} satisfies Module
