import { createLazyRoute } from '@tanstack/react-router'
import { KitPage } from '../features/kit/KitPage'

export const Route = createLazyRoute('/private/kit')({ component: KitPage })
