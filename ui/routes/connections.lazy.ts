import { createLazyRoute } from '@tanstack/react-router'
import { ConnectionsPage } from '../features/connections/ConnectionsPage'

export const Route = createLazyRoute('/private/connections')({ component: ConnectionsPage })
