import { createLazyRoute } from '@tanstack/react-router'
import { QueuesPage } from '../features/queues/QueuesPage'

export const Route = createLazyRoute('/private/queues')({ component: QueuesPage })
