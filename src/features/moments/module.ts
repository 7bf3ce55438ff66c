import type { Module } from '../../platform/module'
import { momentRoutes } from './routes'

export const moments = {
  name: 'moments',
  routes: momentRoutes,
} satisfies Module
