import type { Module } from '../platform/module'
import { settingRoutes } from './routes'

export const settings = { name: 'settings', routes: settingRoutes } satisfies Module
