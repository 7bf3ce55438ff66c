import { createLazyRoute } from '@tanstack/react-router'
import { PrivateLayout } from '../features/shell/PrivateLayout'

export const Route = createLazyRoute('/private')({ component: PrivateLayout })
