import type { Module } from '../../platform/module'
import { kanbanRoutes } from './routes'

export const kanban = { name: 'kanban', routes: kanbanRoutes } satisfies Module
