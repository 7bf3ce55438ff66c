import { createLazyRoute } from '@tanstack/react-router'
import { SimulatorPage } from '../features/simulator/SimulatorPage'

export const Route = createLazyRoute('/private/simulator')({ component: SimulatorPage })
