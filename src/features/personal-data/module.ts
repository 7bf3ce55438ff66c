import type { Module } from '../../platform/module'
import { forgetErased } from './forget'
import { personalDataRoutes } from './routes'

export const personalData = {
  name: 'personal-data',
  routes: personalDataRoutes,
  subscribers: [forgetErased],
} satisfies Module
