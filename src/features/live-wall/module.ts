import type { Module } from '../../platform/module'
import { momentRoutes } from './routes'

export const moments = {
  name: 'live-wall',
  routes: momentRoutes,
} satisfies Module
