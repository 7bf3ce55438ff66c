import type { Module } from '../platform/module'
import { releaseRoutes } from './routes'

export const operator = { name: 'operator', routes: releaseRoutes } satisfies Module
