import type { Module } from '../../platform/module'
import { momentRoutes } from './routes'

export const liveWall = {
  name: 'live-wall',
  routes: momentRoutes,
} satisfies Module
