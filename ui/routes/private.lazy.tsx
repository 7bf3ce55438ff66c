import { createLazyRoute } from '@tanstack/react-router'
import { deskParts } from '../features/desk/parts'
import { PrivateLayout } from '../features/shell/PrivateLayout'

export const Route = createLazyRoute('/private')({ component: () => <PrivateLayout parts={deskParts} /> })
